// assetc pack compare: lists the entries that differ between two packs.

import { resolve } from 'node:path';
import type { PackChange, PackComparison } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { reportPackProblems } from '../print/report-pack-problems.js';
import { formatTable } from '../print/text/table.js';
import { formatBytes, formatCount } from '../print/text/units.js';
import { openSession, type Session, shownPath } from '../session.js';

export async function runPackCompare(before: string, after: string, flags: CommonFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const paths = { before: resolve(session.cwd, before), after: resolve(session.cwd, after) };
  return await reportPackProblems(session, paths.after, async (options) => {
    const { comparePacks } = await import('../../index.js');
    print(session, paths, await comparePacks({ ...paths, signal: options.signal }));
    return ExitCode.fine;
  });
}

const signed = (bytes: number): string => `${bytes < 0 ? '\u2212' : '+'}${formatCount(Math.abs(bytes))}`;
const grown = ({ bytesBefore, bytesAfter }: PackChange): number => bytesAfter - bytesBefore;

function print(
  { console, cwd }: Session,
  { before, after }: { readonly before: string; readonly after: string },
  { changes, unchanged, bytesBefore, bytesAfter }: PackComparison,
): void {
  for (const { is, path, from, ...bytes } of changes)
    console.event({ type: 'pack-change', is, path, from: from ?? null, ...bytes });
  console.event({
    type: 'pack-comparison',
    before,
    after,
    changes: changes.length,
    unchanged,
    bytesBefore,
    bytesAfter,
  });
  const rows = changes.map((change) => [
    change.is,
    change.from === undefined ? printable(change.path) : `${printable(change.from)} \u2192 ${printable(change.path)}`,
    formatCount(change.bytesBefore),
    formatCount(change.bytesAfter),
    signed(grown(change)),
  ]);
  if (rows.length > 0)
    for (const line of formatTable([['', 'path', 'before', 'after', 'bytes'], ...rows], [2, 3, 4])) console.line(line);
  if (rows.length > 0) console.line();
  const count = (is: PackChange['is']) => changes.filter((change) => change.is === is).length;
  const counts = (['added', 'removed', 'changed', 'renamed'] as const).map((is) => `${formatCount(count(is))} ${is}`);
  console.line(`${counts.join(', ')}, ${formatCount(unchanged)} unchanged`);
  console.line(
    `${shownPath(cwd, before)} ${formatBytes(bytesBefore)} \u2192 ${shownPath(cwd, after)} ${formatBytes(bytesAfter)} (${signed(bytesAfter - bytesBefore)} bytes)`,
  );
}
