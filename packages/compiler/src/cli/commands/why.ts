// assetc why: prints the settings with the rule that set each, dependencies, outputs, cache state, and the verdict.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WhyReport } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { formatDiagnostic, printable } from '../print/format-diagnostic.js';
import { formatTable } from '../print/text/table.js';
import { formatBytes } from '../print/text/units.js';
import { loadProjects, openSession, report, type Session } from '../session.js';

export async function runWhy(path: string, flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const { why, skipReason: whySkipped } = await import('../../index.js');
  let known = 0;
  for (const { config } of await loadProjects(session, flags)) {
    if (config === undefined) return ExitCode.usage;
    const [file = path] = path.split('#', 1);
    const absolute = resolve(session.cwd, path);
    const inProject = [config.input, config.output].some((folder) => absolute.startsWith(folder));
    const reports = await why({ config, path: inProject || existsSync(resolve(session.cwd, file)) ? absolute : path });
    for (const one of reports) {
      session.console.event({ type: 'why', preset: config.preset ?? null, ...one });
      printReport(session, one, known++ > 0);
    }
    const skipped = reports.length > 0 ? undefined : await whySkipped({ config, path: inProject ? absolute : path });
    if (skipped !== undefined) {
      session.console.event({ type: 'skipped', ...skipped });
      session.console.line(`${session.console.paintOut(printable(skipped.path), 'bold')} (not compiled)`);
      session.console.line(`  reason: ${printable(skipped.reason)}`);
      if (skipped.remedy !== null) session.console.line(`  hint: ${printable(skipped.remedy)}`);
      known++;
    }
  }
  if (known > 0) return ExitCode.fine;
  report(session.console, {
    code: 'cli/unknown-asset',
    severity: 'error',
    message: `${path} is neither a source nor an output of this project`,
    hint: 'Name a file below the input folder, or one that a build has written.',
  });
  return ExitCode.usage;
}

function printReport({ console }: Session, asset: WhyReport, isLater: boolean): void {
  const { paintOut: paint } = console;
  if (isLater) console.line();
  console.line(`${paint(printable(asset.id), 'bold')} (${asset.kind})`);
  if (asset.takenFor !== null) console.line(`  compiled as ${printable(asset.takenFor)}`);
  for (const note of asset.notes) console.line(`  ${printable(note)}`);
  section(
    'settings',
    setFirst(asset.settings).map(({ name, value, origin }) => [name, JSON.stringify(value), origin]),
  );
  section(
    'reads',
    asset.dependencies.map(({ path, what, state }) => [printable(path), what, state]),
  );
  section(
    'writes',
    asset.outputs.map(({ path, sizeBytes, state }) => [printable(path), formatBytes(sizeBytes), state]),
  );
  section(
    'contains',
    asset.derived.map((id) => [printable(id)]),
  );
  console.line(`  cache: ${recordOf(asset)}`);
  if (asset.from !== null) console.line(`  outputs: ${ORIGINS[asset.from]}`);
  for (const diagnostic of asset.failed) {
    const [first = '', ...more] = formatDiagnostic(diagnostic, paint, diagnostic.file).split('\n');
    console.line(`  ${paint('failed in the last build', 'red')}: ${first}`);
    for (const line of more) console.line(`  ${line}`);
  }
  const verdict = VERDICTS[asset.action];
  const unless = asset.assumed ? ', unless other assets, which are compiled first, affect it' : '';
  if (asset.reasons.length === 0)
    console.line(`  ${paint('up to date', 'green')}${unless}: nothing it depends on has changed`);
  for (const reason of asset.reasons) console.line(`  ${paint(verdict, 'yellow')}${unless}: ${printable(reason)}`);

  function section(title: string, rows: readonly (readonly string[])[]): void {
    if (rows.length === 0) return;
    console.line(`  ${title}`);
    for (const line of formatTable(rows)) console.line(`    ${line}`);
  }
}

const ORIGINS = {
  compiled: 'compiled on this machine',
  store: 'restored from the content store of this machine',
  remote: 'restored from the shared cache',
  twin: 'copied from an identical asset of the same build',
} as const;

const VERDICTS = {
  build: 'would be built',
  keep: 'up to date',
  yield: 'not built separately',
  fail: 'would fail',
} as const;

function recordOf({ cache, failed, action }: WhyReport): string {
  if (cache === 'recorded') return 'recorded by an earlier build';
  if (failed.length > 0) return 'not recorded: it has never been built successfully';
  return action === 'yield' ? 'not recorded' : 'not recorded: it has not been built yet';
}

/** Settings of the configuration first, then defaults. */
const setFirst = (settings: WhyReport['settings']): WhyReport['settings'] => [
  ...settings.filter(({ origin }) => origin !== 'built-in'),
  ...settings.filter(({ origin }) => origin === 'built-in'),
];
