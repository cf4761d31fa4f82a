// Writes the lines of the cache file (see cache-log.ts): fresh snapshots, and what is appended while a build runs.

import { OutputFolder } from '../commit/output-folder.js';
import type { FileWriter, Host } from '../host/host.js';
import { monotonicMs } from '../host/monotonic-ms.js';
import { encodeLine, identityWith } from './cache-lines.js';
import { CACHE_FILE, type CacheState, HEADER, type Snapshot } from './cache-state.js';
import { encodeFailures } from './failures.js';
import type { AssetRecord, KnownFile, ProductRecord } from './record.js';
import { encodeBlocks, recordBlocks, sortedInputs, sortedRecords } from './record-blocks.js';
import { encodeRecords } from './record-codec.js';
import type { RecordTables } from './record-rows.js';
import { openSeal, type Seal } from './seal.js';
import { encodeTimes, type TimeRow } from './times.js';

/**
 * Time between flushes, so that more assets share one: each flush costs a seal and a sync. The first flush does not wait, nor does one
 * that many assets wait for. With 4 ms for all, every second of 2,000 small files had its own flush. If several assets arrive together,
 * more will follow: then it is worth waiting for many.
 */
const PAUSE_MS = 12;
const STEADY_PAUSE_MS = 30;
const SEVERAL_ASSETS = 3;
const MANY_ASSETS = 8;

type FileOf = (path: string) => KnownFile | undefined;

type AppendedLine =
  | { readonly intent: readonly string[] }
  | { readonly tables: RecordTables }
  | ({ readonly end: RecordTables; readonly times: readonly TimeRow[] } & Partial<ComeAndGone>);

/** What a narrow build changed apart from the assets that it checked. */
interface ComeAndGone {
  /** By assetKey: assets that no longer exist. */
  readonly gone: readonly string[];
  readonly manifest: ProductRecord;
}

/** With more lines than this after the snapshot, reading them costs more than writing a new one. */
export const MAX_APPENDED_LINES = 256;

/** Foreign paths that are still in the record. Others are ordinary files of the user. */
function foreignPaths({ foreign, leftovers, records }: CacheState): readonly string[] {
  if (foreign.size === 0) return [];
  const spoken = new Set(leftovers);
  for (const [path] of records.outputs()) spoken.add(path);
  return [...foreign].filter((path) => spoken.has(path)).sort();
}

export class CacheWriter {
  readonly #folder: OutputFolder;
  readonly #seal: Seal;
  #writer: FileWriter | undefined;
  #intents: string[] = [];
  #notes: AssetRecord[] = [];
  #fileOf: FileOf = () => undefined;
  /** The next flush, which has not begun: lines that are added now share it. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #flushedMs = Number.NEGATIVE_INFINITY;
  /** Assets whose intents are not written yet, and a function that ends the pause. */
  #waiting = 0;
  /** Of the previous flush. */
  #flushedAssets = 0;
  #endPause = (): void => {};
  #torn = false;
  /** See CacheState. Lines that are appended change it. */
  #identity: string;

  /** `check`: see OutputFolder. */
  constructor(host: Host, output: string, check?: () => void, identity = '') {
    this.#folder = new OutputFolder(host, output, check === undefined ? {} : { check });
    this.#seal = openSeal(host);
    this.#identity = identity;
  }

  /** Of the file that was written last. */
  get identity(): string {
    return this.#identity;
  }

  #encodeLine(value: unknown): Uint8Array {
    const { line, mark } = encodeLine(value, this.#seal);
    this.#identity = identityWith(this.#identity, mark);
    return line;
  }

  /**
   * Ends a narrow build: `records` are the assets that it checked, `times` those that it compiled. Resolves with the identity of the file.
   * Everything that was announced must belong to an asset. Below MAX_APPENDED_LINES `state` may be a part of the record, which never becomes a
   * snapshot. If a line was torn before, the next build writes one.
   */
  async end(
    state: CacheState,
    records: readonly AssetRecord[],
    times: readonly TimeRow[],
    others: Partial<ComeAndGone> = {},
  ): Promise<string> {
    await this.#last.catch(() => undefined);
    if (state.appendedLines >= MAX_APPENDED_LINES) await this.writeSnapshot(state);
    else {
      this.#notes = [];
      const end: AppendedLine = { end: encodeRecords(records, (path) => state.files.get(path)), times, ...others };
      await this.#append([this.#encodeLine(end)]);
    }
    return this.#identity;
  }

  async writeSnapshot(state: CacheState): Promise<void> {
    await this.close();
    this.#identity = '';
    const fileOf: FileOf = (path) => state.files.get(path);
    const isLarge = state.records.size > recordBlocks.rows;
    const records = isLarge ? sortedRecords(state.records.values()) : state.records.values();
    const used = encodeRecords(records, fileOf, isLarge ? sortedInputs([...records]) : []);
    const times = encodeTimes(state.times);
    const { index, blocks } = isLarge ? encodeBlocks(used, times) : { index: undefined, blocks: [] };
    const lines = blocks.map((block) => encodeLine(block, this.#seal));
    const snapshot: Snapshot = {
      ...used,
      ...(index !== undefined && { files: [], assets: [], blocks: { ...index, lines: lines.map(({ mark }) => mark) } }),
      manifest: state.manifest ?? null,
      pack: state.pack ?? null,
      ...(state.packs.size > 0 && { packs: [...state.packs] }),
      ...(state.code.size > 0 && { code: [...state.code] }),
      leftovers: [...state.leftovers].sort(),
      settled: state.settled,
      ...(state.failures.size > 0 && { failures: encodeFailures(state.failures) }),
      ...(index === undefined && times.length > 0 && { times }),
      ...(state.builds > 0 && { builds: state.builds }),
      foreign: foreignPaths(state),
    };
    const head = [HEADER, snapshot].map((value) => this.#encodeLine(value));
    await this.#folder.write(CACHE_FILE, [...head, ...lines.map(({ line }) => line)]);
    state.needsSnapshot = false;
  }

  /** Resolves when the intent is on the disk. Intents that come together share one sync. */
  intend(paths: readonly string[]): Promise<void> {
    this.#intents.push(...paths);
    if (++this.#waiting >= MANY_ASSETS) this.#endPause();
    return this.#schedule();
  }

  /** Adds an asset whose outputs are written; `fileOf` is the same for all. Written with the next intent or at the end: losing it costs a
   *  recompile. */
  noteAsset(record: AssetRecord, fileOf: FileOf): void {
    this.#notes.push(record);
    this.#fileOf = fileOf;
  }

  #schedule(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#flushAfter(this.#last);
    this.#next = next;
    this.#last = next;
    return next;
  }

  async #flushAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    const isSteady = this.#flushedAssets >= SEVERAL_ASSETS;
    const pauseMs = this.#flushedMs + (isSteady ? STEADY_PAUSE_MS : PAUSE_MS) - monotonicMs();
    if (pauseMs > 0 && this.#waiting < MANY_ASSETS) await this.#pause(pauseMs);
    try {
      await this.#flush();
    } finally {
      this.#flushedMs = monotonicMs();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #flush(): Promise<void> {
    this.#next = undefined;
    this.#flushedAssets = this.#waiting;
    this.#waiting = 0;
    const lines = this.#takeLines();
    if (lines.length > 0) await this.#append(lines);
  }

  async #append(lines: Uint8Array[]): Promise<void> {
    // After an incomplete write a line break ends the torn line, which the reader then skips.
    if (this.#torn) lines.unshift(Buffer.from('\n'));
    this.#torn = true;
    this.#writer ??= await this.#folder.append(CACHE_FILE);
    await this.#writer.write(Buffer.concat(lines));
    await this.#writer.sync();
    this.#torn = false;
  }

  /** Everything that waits, in one line of each type: separate lines would cost a seal and a checksum per asset. */
  #takeLines(): Uint8Array[] {
    const [notes, intents] = [this.#notes, this.#intents];
    this.#notes = [];
    this.#intents = [];
    const lines: AppendedLine[] = [];
    if (notes.length > 0) lines.push({ tables: encodeRecords(notes, this.#fileOf) });
    if (intents.length > 0) lines.push({ intent: intents });
    return lines.map((line) => this.#encodeLine(line));
  }

  /** Writes what is noted, so that the next attempt need not make it again. */
  async keepNotes(): Promise<void> {
    await this.#last.catch(() => undefined);
    const lines = this.#takeLines();
    if (lines.length > 0) await this.#append(lines);
    await this.close();
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    this.#notes = [];
    this.#intents = [];
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.close();
  }
}
