// `npm run bench`: prints a page with all figures that the docs quote, each benchmark in its own process. `--save` writes it to
// bench/REPORT.md. With the name of a benchmark, runs only its sections and saves nothing.

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Measured, page, type RunInfo } from './page.js';
import type { JsonRow, Section } from './section.js';
import { QUOTES, SECTIONS } from './sections.js';

export async function run(args: readonly string[]): Promise<void> {
  const only = args.filter((arg) => !arg.startsWith('--'));
  const runInfo = currentRunInfo();
  const measured: Measured[] = [];
  for (const section of SECTIONS) {
    if (only.length > 0 && !only.includes(section.bench)) continue;
    if (section.canRun?.() === false) {
      console.error(`${section.bench} is left out: its peer is not installed`);
      continue;
    }
    console.error(`${section.bench} …`);
    measured.push({ section, rows: rowsOf(section) });
  }
  const quotes = QUOTES.flatMap(({ section, text }) => {
    const found = measured.find((one) => one.section === section);
    return found === undefined ? [] : [text(found.rows)];
  });
  const text = page(runInfo, quotes, measured);
  console.log(text);
  if (!args.includes('--save') || only.length > 0) return;
  writeFileSync('bench/REPORT.md', text);
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
