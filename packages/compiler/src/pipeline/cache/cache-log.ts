// `<output>/.assetc-cache`: what earlier builds wrote and from what. A text file of lines, each
// `<16 hex digits> <32 hex digits> <JSON>`: the start of the SHA-256 of the JSON, which detects a torn line, and its seal
// (see seal.ts), which proves who wrote it:
//
//   line 1   {"assetc":"cache","version":5}
//   line 2   the snapshot: RecordTables of all assets, plus
//              blocks           if there are many assets: the index of the lines that follow with their rows (see record-blocks.ts)
//              manifest, pack   ProductRecord or null
//              packs            several packs: name and ProductRecord; absent if there are none
//              code             generated files: path relative to the output folder, and ProductRecord; absent if there are none
//              leftovers        outputs that a build wrote or meant to write and that no asset owns
//              failures         see failures.ts; absent if there are none
//              times            see times.ts; only for reports
//              settled          true if the build succeeded; lines that follow make it false
//              foreign          paths among all these that no build on this machine has written
//   others   appended while a build runs, the newest last:
//              {"intent":[paths]}   outputs about to be written; synced before the first of them is
//              {"tables":…}         RecordTables of assets whose outputs are written; what these wrote before under other names is left over
//              {"end":…,"times":…}  the end of a narrow build that succeeded: RecordTables of the assets that it checked. Everything
//                                   announced before it belongs to an asset, so the lines up to here mean the same as a snapshot.
//                                   "gone": keys of assets that no longer exist; "manifest": ProductRecord, if it was written
//
// A build that ends writes a new snapshot (temporary file, sync, rename); a narrow one appends its end until that would be long. A killed
// one leaves the appended lines: intents list everything that it may have written, and finished assets need not be compiled again. Torn
// lines are skipped; if one of the first two is torn, the file is treated as absent. A complete line without our seal makes the whole
// file untrusted (see unsealed-records.ts).
// No path in it is absolute, so an output folder can be moved or copied together with its cache.
//
// Rejected: a binary file (JSON.parse of rows loads 10,000 assets in some 20 ms, less than Node takes to start); one record
// file per asset (10,000 opens cost 150 ms); SQLite (a native module, or Node 22).

import { join } from 'node:path';
import { isPackName } from '../../config/pack-name.js';
import { outputPathsOf } from '../commit/output-path.js';
import { errorCode, type Host } from '../host/host.js';
import { decodeLine, identityWith, splitLines } from './cache-lines.js';
import { checkProduct } from './check-record.js';
import { checkTables } from './check-tables.js';
import { decodeFailures, type Failure, type FailureRow } from './failures.js';
import { assetKey, type ProductRecord } from './record.js';
import { type BlockIndex, blockCount, checkIndex, decodeBlocks } from './record-blocks.js';
import { decodeFile, decodeRecord } from './record-codec.js';
import { fileCount, filePath, type RecordTables } from './record-rows.js';
import { FileTable, RecordTable } from './record-table.js';
import { openSeal, type Seal } from './seal.js';
import { type CompileTime, decodeTimes, type TimeRow } from './times.js';
import { distrustUnknownCodes } from './unknown-codes.js';
import { adoptUnsealedRecords } from './unsealed-records.js';
import { Damaged, type Fields, fields, list, outputPath, text } from './untrusted.js';

export const CACHE_FILE = '.assetc-cache';

/** Bump it with any change to what the lines mean: older files are then a cold start. */
export const HEADER = { assetc: 'cache', version: 5 } as const;

export interface Snapshot extends RecordTables {
  readonly manifest: ProductRecord | null;
  readonly pack: ProductRecord | null;
  readonly packs?: readonly (readonly [name: string, product: ProductRecord])[];
  readonly leftovers: readonly string[];
  readonly code?: readonly (readonly [path: string, product: ProductRecord])[];
  readonly failures?: readonly FailureRow[];
  readonly times?: readonly TimeRow[];
  readonly settled?: boolean;
  readonly foreign: readonly string[];
  readonly blocks?: BlockIndex;
}

export interface CacheState {
  /** By assetKey. */
  readonly records: RecordTable;
  /** Input files by path. */
  readonly files: FileTable;
  /** The same if the record lacks our seal, so that `files` is empty. Only for reports; it decides nothing. */
  readonly toldFiles?: FileTable;
  readonly leftovers: Set<string>;
  /** Recorded paths that no build on this machine has written: never deleted. */
  readonly foreign: Set<string>;
  /** Builds on this machine wrote the record; false also if there is none. */
  readonly sealed: boolean;
  /** Outputs that an unfinished build announced. Their temporary files may still exist. */
  readonly intended: string[];
  manifest: ProductRecord | undefined;
  pack: ProductRecord | undefined;
  /** Several packs, by name. */
  readonly packs: Map<string, ProductRecord>;
  /** Generated code, by its path relative to the output folder. */
  readonly code: Map<string, ProductRecord>;
  /** The last build that changed anything succeeded. */
  settled: boolean;
  /** Undefined: there was a usable file. */
  cold: 'absent' | 'damaged' | 'foreign' | undefined;
  /** By assetKey: assets that failed. Only for predictions and reports; it makes nothing up to date. */
  failures: Map<string, Failure>;
  /** By assetKey: how assets were last compiled, if known. Only for reports; it decides nothing. */
  times: Map<string, CompileTime>;
  /** An unfinished build appended lines, or some are damaged: the next writer begins with a fresh snapshot. */
  needsSnapshot: boolean;
  /** Of all lines: equal if the file was loaded with the same lines in the same order. */
  identity: string;
  /** How many lines follow the snapshot. */
  appendedLines: number;
  /** By assetKey: what these lines removed from the snapshot. */
  readonly gone: Set<string>;
}

export function emptyCache(cold: CacheState['cold'], tables?: RecordTables): CacheState {
  return {
    records: new RecordTable(tables),
    files: new FileTable(tables),
    leftovers: new Set(),
    foreign: new Set(),
    sealed: cold === undefined,
    intended: [],
    manifest: undefined,
    pack: undefined,
    packs: new Map(),
    code: new Map(),
    cold,
    failures: new Map(),
    times: new Map(),
    settled: false,
    needsSnapshot: true,
    identity: '',
    appendedLines: 0,
    gone: new Set(),
  };
}

export function loadCache(host: Host, output: string): CacheState {
  const file = join(output, CACHE_FILE);
  let bytes: Uint8Array;
  try {
    // Appending would follow a link in its place.
    if (host.entryType(file) === 'link') return emptyCache('damaged');
    bytes = host.readFile(file);
  } catch (error) {
    return emptyCache(errorCode(error) === 'ENOENT' ? 'absent' : 'damaged');
  }
  let decoded: { readonly state: CacheState; readonly sealed: boolean } | undefined;
  try {
    decoded = decodeCache(bytes, openSeal(host));
  } catch (error) {
    // Damaged, not JSON, or nested too deeply: a cold start is always correct, an error never is.
    if (error instanceof Damaged || error instanceof SyntaxError || error instanceof RangeError)
      return emptyCache('damaged');
    throw error;
  }
  if (decoded === undefined) return emptyCache('damaged');
  const { state, sealed } = decoded;
  return sealed ? state : adoptUnsealedRecords(state, emptyCache(undefined), host, output);
}

/** Returns undefined if the file is not ours, or torn. Throws Damaged if a complete line has unexpected content. */
function decodeCache(
  bytes: Uint8Array,
  seal: Seal,
): { readonly state: CacheState; readonly sealed: boolean } | undefined {
  const [first, second, ...rest] = splitLines(bytes);
  const header = decodeLine(first, seal);
  if (header === undefined) return undefined;
  const { assetc, version } = fields(header.value);
  if (assetc !== HEADER.assetc || version !== HEADER.version) return undefined;
  const snapshot = decodeLine(second, seal);
  if (snapshot === undefined) return undefined;
  let { sealed } = snapshot;
  let isTorn = false;
  const { blocks: indexed } = fields(snapshot.value);
  const blocks = indexed === undefined ? undefined : checkIndex(indexed);
  const count = blocks === undefined ? 0 : blockCount(blocks);
  const own = rest.slice(0, count).map((line) => decodeLine(line, seal));
  const others = rest.slice(count);
  // A block that is missing or torn.
  if (own.length < count || own.includes(undefined)) return undefined;
  sealed &&= own.every((line) => line?.sealed === true);
  const rows = blocks === undefined ? {} : decodeBlocks(blocks, (block) => own[block]?.value);
  const state = decodeSnapshot({ ...fields(snapshot.value), ...rows });
  state.identity = [header, snapshot, ...own].reduce(
    (id, line) => (line === undefined ? id : identityWith(id, line)),
    '',
  );
  state.appendedLines = others.length;
  for (const line of others) {
    const appended = decodeLine(line, seal);
    isTorn ||= appended === undefined;
    if (appended !== undefined) {
      sealed &&= appended.sealed;
      state.identity = identityWith(state.identity, appended);
      addLine(state, fields(appended.value));
    }
    const isEnd = !isTorn && appended !== undefined && fields(appended.value).end !== undefined;
    state.needsSnapshot = !isEnd;
    state.settled = isEnd;
  }
  if (state.leftovers.size > 0) for (const [path] of state.records.outputs()) state.leftovers.delete(path);
  return { state, sealed };
}

function decodeSnapshot(snapshot: unknown): CacheState {
  checkTables(snapshot);
  distrustUnknownCodes(snapshot);
  const state = emptyCache(undefined, snapshot);
  decodeHead(state, snapshot);
  return state;
}

/** Everything but the rows. */
export function decodeHead(state: CacheState, snapshot: unknown): void {
  const { leftovers, foreign, manifest, pack, packs, code, failures, times, settled } = fields(snapshot);
  for (const path of list(leftovers)) state.leftovers.add(outputPath(path));
  for (const path of list(foreign)) state.foreign.add(outputPath(path));
  state.manifest = checkProduct(manifest);
  state.pack = checkProduct(pack);
  for (const row of list(packs ?? [])) {
    const [name, product] = list(row);
    const checked = checkProduct(product ?? null);
    if (checked !== undefined && isPackName(text(name))) state.packs.set(text(name), checked);
  }
  for (const row of list(code ?? [])) {
    const [path, product] = list(row);
    const checked = checkProduct(product ?? null);
    if (checked !== undefined) state.code.set(text(path), checked);
  }
  state.failures = decodeFailures(failures);
  state.times = decodeTimes(times);
  state.settled = settled === true;
  state.needsSnapshot = false;
}

export function addLine(state: CacheState, line: Fields): void {
  if (line.end !== undefined) {
    checkTables(line.end);
    for (const key of list(line.gone ?? [])) {
      state.gone.add(text(key));
      state.records.delete(text(key));
      state.times.delete(text(key));
    }
    if (line.manifest !== undefined) state.manifest = checkProduct(line.manifest);
    addTables(state, line.end);
    for (const [key, time] of decodeTimes(line.times)) state.times.set(key, time);
    state.leftovers.clear();
    state.intended.length = 0;
    return;
  }
  if (line.intent === undefined) {
    checkTables(line.tables);
    addTables(state, line.tables);
    return;
  }
  for (const path of list(line.intent)) {
    state.leftovers.add(outputPath(path));
    state.intended.push(outputPath(path));
  }
}

function addTables(state: CacheState, tables: RecordTables): void {
  distrustUnknownCodes(tables);
  for (let i = 0; i < fileCount(tables); i++) state.files.set(filePath(tables, i), decodeFile(tables, i));
  for (const row of tables.assets) {
    const record = decodeRecord(tables, row);
    const key = assetKey(record.source, record.name);
    const before = state.records.get(key);
    if (before !== undefined) {
      const written = new Set(outputPathsOf(record));
      for (const path of outputPathsOf(before)) if (!written.has(path)) state.leftovers.add(path);
    }
    state.records.set(key, record);
    state.gone.delete(key);
  }
}
