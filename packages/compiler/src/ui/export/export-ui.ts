// Writes the inspector as static files: the page, the output or pack, and its facts as JSON, for any host and path. Contains nothing else of the
// project unless asked for: no source, path, setting or diagnostic. Writes only into a folder that is empty
// or that an export wrote, and removes only that export's files.

import { join } from 'node:path';
import type { UiIndex, UiOverview } from '@assetc/viewer/api';
import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { digestFile } from '../../pipeline/cache/digest.js';
import type { Host } from '../../pipeline/host/host.js';
import { isAtOrInside } from '../../pipeline/host/is-inside.js';
import { normalizeInside } from '../../pipeline/host/source-path.js';
import { assetReport } from '../facts/asset-report.js';
import { KnownFacts } from '../facts/file-facts.js';
import { OutputRecords } from '../facts/output-records.js';
import { overviewOf } from '../facts/overview.js';
import { statusOf } from '../facts/status.js';
import { openPage, type Page } from '../page.js';
import { type ServedOutput, servedOutput } from '../served-output.js';
import { type ExportSink, ExportWriter, MARK, writeJson } from './export-writer.js';
import { isForSingle, MAX_SINGLE_BYTES, SinglePage } from './single-page.js';

/** Options of `exportUi`. */
export interface ExportUiOptions {
  /** Absolute: an output folder, or a pack. */
  readonly path: string;
  /** Absolute: the folder to write into. Empty, absent, or written by an earlier export. */
  readonly to: string;
  /** The project of the output. Needed for `withSettings`. */
  readonly config?: Config | undefined;
  /** Includes settings, names of sources, reasons, times, budgets and diagnostics. */
  readonly withSettings?: boolean | undefined;
  /** One file, `index.html`, which opens without a server. For outputs up to 64 MB. */
  readonly single?: boolean | undefined;
}

/** What an export wrote. */
export interface ExportUiResult {
  readonly files: number;
  readonly sizeBytes: number;
  /** Why nothing was written; empty if everything was. */
  readonly diagnostics: readonly Diagnostic[];
}

const PIECE_BYTES = 1 << 20;

/** Returns undefined if the path does not exist. Rejects with the disk's errors. */
export async function writeExport(options: ExportUiOptions, host: Host): Promise<ExportUiResult | undefined> {
  const output = servedOutput(host, options.path);
  if (output === undefined) return undefined;
  const before = earlierExport(host, options.to);
  const inside = [options.path, host.realPath(options.path)].some(
    (path) => path !== undefined && (isAtOrInside(options.to, path) || isAtOrInside(path, options.to)),
  );
  if (before === undefined || inside)
    return {
      files: 0,
      sizeBytes: 0,
      diagnostics: [refused(inside ? 'contains the output, or is inside it' : 'is not empty, and no export wrote it')],
    };
  const page = openPage(host);
  if (page === undefined) throw new Error('the page is missing: run "npm run build"');
  if (options.single === true) return writeSingle(host, output, options, page, before);
  host.makeFolder(options.to);
  const writer = new ExportWriter(host, options.to);
  const paths = output.files().map(({ path }) => path);
  const planned = [...paths.map((path) => `files/${path}`), ...paths.map((path) => `api/asset/${path}.json`)];
  // Written first, so that the next export can clean up even if this one fails.
  await writer.mark([...before, ...page.paths, ...planned, 'api/index.json', 'api/overview.json', 'api/status.json']);
  for (const path of page.paths) if (!isForSingle(path)) await writer.write(path, [page.read(path)]);
  await writeOutput(host, output, writer);
  await writeRecord(host, output, options, writer);
  await writer.removeAllBut(before);
  return { files: writer.paths.length, sizeBytes: writer.sizeBytes, diagnostics: [] };
}

async function writeSingle(
  host: Host,
  output: ServedOutput,
  options: ExportUiOptions,
  page: Page,
  before: readonly string[],
): Promise<ExportUiResult> {
  const sizeBytes = output.files().reduce((sum, { size }) => sum + size, 0);
  if (sizeBytes > MAX_SINGLE_BYTES) return { files: 0, sizeBytes: 0, diagnostics: [tooLarge(sizeBytes)] };
  const single = new SinglePage();
  await writeOutput(host, output, single);
  await writeRecord(host, output, options, single);
  host.makeFolder(options.to);
  const writer = new ExportWriter(host, options.to);
  await writer.mark([...before, 'index.html']);
  await writer.write('index.html', single.html(page));
  await writer.removeAllBut(before);
  return { files: 1, sizeBytes: writer.sizeBytes, diagnostics: [] };
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

const tooLarge = (sizeBytes: number): Diagnostic => ({
  code: 'cli/export-too-large',
  severity: 'error',
  message: `the output has ${megabytes(sizeBytes)}, but a page in a single file holds at most ${megabytes(MAX_SINGLE_BYTES)}`,
});

const refused = (why: string): Diagnostic => ({
  code: 'cli/export-folder',
  severity: 'error',
  message: `the folder to export into ${why}`,
});

/** The files of an earlier export; undefined if the folder has other files. */
function earlierExport(host: Host, folder: string): readonly string[] | undefined {
  const type = host.stat(folder)?.type;
  if (type === undefined) return [];
  if (type !== 'folder') return undefined;
  const names = host.readFolder(folder).map(({ name }) => name);
  if (names.length === 0) return [];
  if (!names.includes(MARK) || host.entryType(join(folder, MARK)) !== 'file') return undefined;
  return pathsIn(new TextDecoder().decode(host.readFile(join(folder, MARK))));
}

/** Undefined if the text is not a mark of ours. */
function pathsIn(text: string): readonly string[] | undefined {
  let mark: unknown;
  try {
    mark = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof mark !== 'object' || mark === null || !('assetc' in mark) || mark.assetc !== 'export') return undefined;
  const paths: unknown = 'files' in mark ? mark.files : undefined;
  if (!Array.isArray(paths)) return undefined;
  return paths.every((path) => typeof path === 'string' && normalizeInside(path) === path) ? paths : undefined;
}

async function writeOutput(host: Host, output: ServedOutput, sink: ExportSink): Promise<void> {
  for (const { path } of output.files()) {
    const file = output.type === 'pack' ? output.path : join(output.path, path);
    const reader = host.openRead(file);
    try {
      await sink.write(`files/${path}`, pieces(reader));
    } finally {
      reader.close();
    }
  }
}

function* pieces(reader: ReturnType<Host['openRead']>): Generator<Uint8Array> {
  for (let at = 0; at < reader.sizeBytes; ) {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, reader.sizeBytes - at));
    const length = reader.read(piece, at);
    if (length === 0) throw Object.assign(new Error('a file became shorter while it was copied'), { code: 'EIO' });
    at += length;
    yield piece.subarray(0, length);
  }
}

async function writeRecord(
  host: Host,
  output: ServedOutput,
  { config, withSettings = false }: ExportUiOptions,
  sink: ExportSink,
): Promise<void> {
  const project = withSettings && output.type === 'folder' && config?.output === output.path ? config : undefined;
  const records = project === undefined ? undefined : new OutputRecords(host, output.path);
  const tree = await output.open();
  let overview: UiOverview;
  try {
    const versionOf = () => '';
    const maxReadBytes = Number.POSITIVE_INFINITY;
    overview = await overviewOf({
      tree,
      versionOf,
      facts: new KnownFacts(),
      records,
      maxReadBytes,
    });
  } finally {
    tree.close();
  }
  await writeJson(sink, 'api/overview.json', overview);
  await writeJson(sink, 'api/status.json', statusOf({ output, records, config: project }));
  if (project !== undefined && records !== undefined)
    for (const { path } of output.files()) {
      const report = await assetReport(host, project, records, path);
      await writeJson(sink, `api/asset/${path}.json`, report === undefined ? null : { ...report, sources: [] });
    }
  await writeJson(sink, 'api/index.json', indexOf(host, output, project !== undefined));
}

/** Versions depend only on the content, so that equal outputs give equal exports. */
function indexOf(host: Host, output: ServedOutput, hasRecord: boolean): UiIndex {
  const files = output.files().map(({ path, size }) => {
    const file = output.type === 'pack' ? output.path : join(output.path, path);
    return { path, size, version: digestFile(host, file, size).slice(0, 16) };
  });
  return {
    title: output.title,
    ...(output.type === 'pack' ? { pack: output.title } : {}),
    files,
    live: false,
    record: hasRecord,
    sources: false,
    described: [],
  };
}
