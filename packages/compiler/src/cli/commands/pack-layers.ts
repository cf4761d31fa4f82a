// assetc pack info with several packs: prints which overrides what.

import { resolve } from 'node:path';
import type { LayerConflict } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { reportPackProblems } from '../print/report-pack-problems.js';
import { formatTable } from '../print/text/table.js';
import { formatCount } from '../print/text/units.js';
import { openSession, type Session, shownPath } from '../session.js';

/** The lowest pack first. */
export async function runPackLayers(files: readonly string[], flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const paths = files.map((file) => resolve(session.cwd, file));
  return await reportPackProblems(session, paths[0] ?? session.cwd, async () => {
    const { listPackConflicts } = await import('../../index.js');
    print(session, paths, await listPackConflicts({ paths }));
    return ExitCode.fine;
  });
}

function print({ console, cwd }: Session, paths: readonly string[], conflicts: readonly LayerConflict[]): void {
  for (const { path, layers, isRemoved } of conflicts) {
    const packs = layers.map((i) => paths[i] ?? '');
    console.event({ type: 'pack-conflict', path, packs, from: isRemoved ? null : (packs.at(-1) ?? null) });
  }
  console.line('layers');
  for (const line of formatTable(paths.map((path, i) => [`${i + 1}`, shownPath(cwd, path)]))) console.line(`  ${line}`);
  console.line();
  const rows = conflicts.map(({ path, layers, isRemoved }) => {
    const [top = '', ...below] = layers.map((i) => `${i + 1}`).reverse();
    return [printable(path), isRemoved ? `removed by ${top}` : top, below.join(', ')];
  });
  if (rows.length === 0) console.line('nothing is overridden');
  else for (const line of formatTable([['path', 'from', 'over'], ...rows])) console.line(`  ${line}`);
  if (rows.length > 0) console.line(`\n${formatCount(rows.length)} overridden`);
}
