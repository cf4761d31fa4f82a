// `npm run bench`: prints a page with all figures that the docs quote, each benchmark in its own process. `--save` writes it to
// bench/REPORT.md, again after each benchmark: what was measured is not lost if a later one fails. With names of benchmarks, runs only
// their sections; `--save` then keeps the others as they are.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { commandOf, type Measured, page, type RunInfo, readPage, sectionText, type Written } from './page.js';
import type { JsonRow, Section } from './section.js';
import { QUOTES, SECTIONS } from './sections.js';

const FILE = 'bench/REPORT.md';

export async function run(args: readonly string[]): Promise<void> {
  const only = args.filter((arg) => !arg.startsWith('--'));
  for (const name of only)
    if (!SECTIONS.some(({ bench }) => bench === name)) throw new Error(`the report has no section of ${name}`);
  const before: Written = existsSync(FILE)
    ? readPage(readFileSync(FILE, 'utf8'))
    : { date: undefined, quotes: [], sections: new Map() };
  const measured = new Map<string, Measured>();
  const failed: string[] = [];
  for (const section of SECTIONS) {
    if (only.length > 0 && !only.includes(section.bench)) continue;
    if (section.canRun?.() === false) {
      console.error(`${section.bench} is left out: what it compares with is not installed`);
      continue;
    }
    const startMs = performance.now();
    try {
      const runInfo = currentRunInfo();
      const rows = rowsOf(section);
      const one = { section, rows, runInfo };
      sectionText(one);
      measured.set(commandOf(section), one);
    } catch (error) {
      failed.push(`${commandOf(section)}: ${error instanceof Error ? error.message : String(error)}`);
    }
    console.error(`${commandOf(section)}: ${Math.round((performance.now() - startMs) / 1000)} s`);
    if (args.includes('--save')) writeFileSync(FILE, pageOf(measured, before));
  }
  console.log(only.length > 0 ? [...measured.values()].map(sectionText).join('\n\n') : pageOf(measured, before));
  if (failed.length > 0) throw new Error(`not measured, so the report has older tables of it:\n${failed.join('\n')}`);
}

/** What was not measured is as before. */
function pageOf(measured: ReadonlyMap<string, Measured>, before: Written): string {
  const sections = SECTIONS.flatMap((section) => {
    const command = commandOf(section);
    const found = measured.get(command);
    const text = found === undefined ? before.sections.get(command) : sectionText(found);
    return text === undefined ? [] : [text];
  });
  const quoted = QUOTES.map(({ section, text }) => ({ text, found: measured.get(commandOf(section)) }));
  const quotes = quoted.flatMap(({ text, found }, i) =>
    found === undefined ? before.quotes.slice(i, i + 1) : text(found.rows),
  );
  const renewed = quoted.find(({ found }) => found !== undefined)?.found?.runInfo.date;
  return page(renewed ?? before.date ?? currentRunInfo().date, quotes, sections);
}

function rowsOf({ bench, args = [] }: Section): readonly JsonRow[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run-ts.mjs', 'bench/run.ts', bench, ...args, '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`${bench} ended with ${status}: ${stderr}`);
  // Other programs that a benchmark runs may print before the last line.
  const { rows }: { rows: readonly JsonRow[] } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return rows;
}

function currentRunInfo(): RunInfo {
  const [processor] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores of ${processor?.model.trim() ?? 'an unknown processor'}, Node ${process.versions.node}`,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    load: loadavg()[0]?.toFixed(1) ?? '?',
  };
}
