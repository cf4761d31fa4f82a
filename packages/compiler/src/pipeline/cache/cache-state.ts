// What a cache file says (see cache-log.ts), and what each line adds to it. Values are checked when a line is decoded.

import { isPackName } from '../../config/pack-name.js';
import { outputPathsOf } from '../commit/output-path.js';
import { checkProduct } from './check-record.js';
import { checkTables } from './check-tables.js';
import { decodeFailures, type Failure, type FailureRow } from './failures.js';
import { assetKey, type ProductRecord } from './record.js';
import type { BlockIndex } from './record-blocks.js';
import { decodeFile, decodeRecord } from './record-codec.js';
import { fileCount, filePath, type RecordTables } from './record-rows.js';
import { FileTable, RecordTable } from './record-table.js';
import { type CompileTime, decodeTimes, type TimeRow } from './times.js';
import { distrustUnknownCodes } from './unknown-codes.js';
import { count, type Fields, fields, list, outputPath, text } from './untrusted.js';

export const CACHE_FILE = '.assetc-cache';

/** Bump it with any change to what the lines mean: older files are then a cold start. */
export const HEADER = { assetc: 'cache', version: 6 } as const;

export interface Snapshot extends RecordTables {
  readonly manifest: ProductRecord | null;
  readonly pack: ProductRecord | null;
  readonly packs?: readonly (readonly [name: string, product: ProductRecord])[];
  readonly leftovers: readonly string[];
  readonly code?: readonly (readonly [path: string, product: ProductRecord])[];
  readonly failures?: readonly FailureRow[];
  readonly times?: readonly TimeRow[];
  readonly builds?: number;
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
  /** Builds that compiled something are counted. */
  builds: number;
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
    builds: 0,
    settled: false,
    needsSnapshot: true,
    identity: '',
    appendedLines: 0,
    gone: new Set(),
  };
}

/** Everything but the rows. */
export function decodeHead(state: CacheState, snapshot: unknown): void {
  const { leftovers, foreign, manifest, pack, packs, code, failures, times, builds, settled } = fields(snapshot);
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
  state.builds = count(builds ?? 0);
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
    for (const [key, time] of decodeTimes(line.times)) {
      state.times.set(key, time);
      state.builds = Math.max(state.builds, time.build);
    }
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
