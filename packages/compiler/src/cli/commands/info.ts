// assetc info: per-file statistics and totals.

import { resolve } from 'node:path';
import type { Config, FormatTotals, GpuTotals, InspectedFile, Inspection } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { ProjectFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { reportMissing, reportUnreadable } from '../print/report-unreadable.js';
import { formatTable } from '../print/text/table.js';
import { formatBytes, formatCount, plural } from '../print/text/units.js';
import { loadProjects, openSession, type Session, shownPath } from '../session.js';

export async function runInfo(paths: readonly string[], flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const targets = paths.map((path) => resolve(session.cwd, path));
  let project: Config | undefined;
  if (targets.length === 0 || flags.plugins === true)
    for (const { config } of await loadProjects(session, flags)) {
      if (config === undefined) return ExitCode.usage;
      project ??= config;
      if (paths.length === 0) targets.push(config.output);
    }
  const { inspect } = await import('../../index.js');
  let problems = 0;
  const inspections: Inspection[] = [];
  for (const path of targets) {
    const inspection = await reportUnreadable(session, path, () => inspect({ path, config: project }));
    if (inspection === 'unreadable') problems++;
    else if (inspection === undefined) return reportMissing(session, path);
    else inspections.push(inspection);
  }
  for (const inspection of inspections) {
    problems += inspection.files.filter(({ problem }) => problem !== null).length;
    printInspection(session, inspection);
  }
  printTotals(session, inspections);
  return problems > 0 ? ExitCode.problems : ExitCode.fine;
}

function printInspection(session: Session, { path, type, files }: Inspection): void {
  const { console, cwd } = session;
  for (const file of files) {
    const { statements, ...event } = file;
    console.event({ type: 'file', in: path, ...event });
    printFile(session, type === 'file' ? shownPath(cwd, path) : file.path, file, type === 'file');
  }
}

function printFile(
  { console }: Session,
  name: string,
  { statements, problem, sizeBytes, format }: InspectedFile,
  isAsked: boolean,
): void {
  const { paintOut: paint } = console;
  if (format === 'other' && !console.verbose && !isAsked) return;
  console.line(`${paint(printable(name), 'bold')}  ${paint(formatBytes(sizeBytes), 'dim')}`);
  if (format === 'other' && isAsked) console.line('  not in a format that assetc writes');
  if (problem !== null) console.line(`  ${paint('malformed', 'red')}: ${printable(problem)}`);
  for (const line of wrapped(statements.map(printable))) console.line(`  ${line}`);
}

/** Joins statements to lines of readable length. */
function wrapped(statements: readonly string[], width = 100): readonly string[] {
  const lines: string[] = [];
  for (const statement of statements) {
    const last = lines.at(-1);
    if (last === undefined || last.length + statement.length + 3 > width) lines.push(statement);
    else lines[lines.length - 1] = `${last} · ${statement}`;
  }
  return lines;
}

const SUM_NAMES: Readonly<Record<string, (value: number) => string>> = {
  vertices: (n) => plural(n, 'vertex', 'vertices'),
  triangles: (n) => plural(n, 'triangle'),
  meshlets: (n) => plural(n, 'meshlet'),
  materials: (n) => plural(n, 'material'),
  clips: (n) => plural(n, 'clip'),
  glyphs: (n) => plural(n, 'glyph'),
  shaders: (n) => plural(n, 'entry point'),
  gpuBytes: (n) => `${formatBytes(n)} on the GPU`,
};

const gpuRow = ({ format, files, gpuBytes }: GpuTotals): readonly string[] => [
  format,
  plural(files, 'texture'),
  formatBytes(gpuBytes),
];

function printTotals({ console, cwd }: Session, inspections: readonly Inspection[]): void {
  for (const { path, totals, gpu, files, sizeBytes } of inspections) {
    console.event({ type: 'totals', in: path, files: files.length, sizeBytes, formats: totals, gpu });
    console.line(`${console.paintOut('total', 'bold')} ${shownPath(cwd, path)}`);
    const rows = totals.map(({ format, files: count, sizeBytes: bytes, sums }: FormatTotals) => [
      format,
      formatCount(count),
      formatBytes(bytes),
      Object.entries(sums)
        .flatMap(([name, value]) => SUM_NAMES[name]?.(value) ?? [])
        .join(', '),
    ]);
    rows.push(['all', formatCount(files.length), formatBytes(sizeBytes), '']);
    for (const line of formatTable(rows, [1, 2])) console.line(`  ${line}`);
    if (gpu.length > 0) console.line('  on the GPU');
    for (const line of formatTable(gpu.map(gpuRow), [1, 2])) console.line(`    ${line}`);
  }
}
