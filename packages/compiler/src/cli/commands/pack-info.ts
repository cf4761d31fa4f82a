// assetc pack info: prints the layout, a summary by kind, and the entries sorted by path.

import { resolve } from 'node:path';
import type { PackFile } from '../../index.js';
import { ExitCode, worst } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { reportMissing, reportUnreadable } from '../print/report-unreadable.js';
import { formatTable } from '../print/text/table.js';
import { formatBytes, formatCount } from '../print/text/units.js';
import { loadProjects, openSession, type Session, shownPath } from '../session.js';

export async function runPackInfo(file: string | undefined, flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  if (file !== undefined) return await printPack(session, resolve(session.cwd, file));
  const codes: ExitCode[] = [];
  for (const { config } of await loadProjects(session, flags)) {
    if (config === undefined) return ExitCode.usage;
    codes.push(await printPack(session, `${config.output}.hpack`));
  }
  return worst(codes);
}

async function printPack(session: Session, path: string): Promise<ExitCode> {
  const { openPack } = await import('../../index.js');
  const pack = await reportUnreadable(session, path, () => openPack({ path }));
  if (pack === 'unreadable') return ExitCode.problems;
  if (pack === undefined) return reportMissing(session, path);
  try {
    print(session, path, pack);
  } finally {
    pack.close();
  }
  return ExitCode.fine;
}

function print({ console, cwd }: Session, path: string, { layout, fileBytes, entries }: PackFile): void {
  const { paintOut: paint } = console;
  console.event({ type: 'pack-layout', path, entries: entries.length, ...layout, fileBytes });
  const compressed = fileBytes === layout.totalBytes ? '' : `, compressed to ${formatBytes(fileBytes)}`;
  console.line(`${paint(shownPath(cwd, path), 'bold')}  ${formatBytes(layout.totalBytes)}${compressed}`);
  const parts: readonly (readonly [string, number])[] = [
    ['header', layout.headerBytes],
    ['table', layout.tableBytes],
    ['payload', layout.payloadBytes],
    ['padding', layout.paddingBytes],
  ];
  for (const line of formatTable(
    parts.map(([name, bytes]) => [name, `${formatCount(bytes)} B`]),
    [1],
  ))
    console.line(`  ${line}`);
  console.line();
  const kinds = [...new Set(entries.map(({ kind }) => kind))].sort();
  const summary = kinds.map((kind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    return { kind, count: own.length, sizeBytes: own.reduce((sum, { size }) => sum + size, 0) };
  });
  for (const row of summary) console.event({ type: 'pack-kind', ...row });
  const rows = summary.map(({ kind, count, sizeBytes }) => [kind, formatCount(count), formatBytes(sizeBytes)]);
  for (const line of formatTable([['kind', 'entries', 'size'], ...rows], [1, 2])) console.line(`  ${line}`);
  console.line();
  for (const { path: name, kind, size, offset } of entries)
    console.event({ type: 'pack-entry', path: name, kind, sizeBytes: size, offset });
  const list = entries.map(({ path: name, kind, size, offset }) => [
    printable(name),
    kind,
    formatCount(size),
    formatCount(offset),
  ]);
  for (const line of formatTable([['path', 'kind', 'size', 'offset'], ...list], [2, 3])) console.line(`  ${line}`);
}
