// Loads only the assets that some files concern. Nothing else of a large record is read, decoded or verified: its lines are those that the
// last build left if the file's identity, or its stat data, is the same.

import { join } from 'node:path';
import { FileSlices } from '../host/file-slices.js';
import type { Host } from '../host/host.js';
import { decodeLine, identityWith, isMarked, LINE_END, type Line, lineBytes, splitLines } from './cache-lines.js';
import { loadCache } from './cache-log.js';
import { addLine, CACHE_FILE, type CacheState, decodeHead, emptyCache, HEADER } from './cache-state.js';
import { MAX_APPENDED_LINES } from './cache-writer.js';
import { checkShared } from './check-tables.js';
import { assetKey, concernsDerived } from './record.js';
import { BlockReader, checkIndex } from './record-blocks.js';
import { decodeFile, decodeRecord } from './record-codec.js';
import { openSeal, type Seal } from './seal.js';
import { Damaged, fields } from './untrusted.js';

/** Files below the input and below the output. */
export interface ConcernedFiles {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
}

interface WantedPart extends ConcernedFiles {
  /** Paths below the input that are loaded if they are sources. */
  readonly paths?: ReadonlySet<string>;
}

export interface LoadedPart {
  /** At least these sources, with their derived assets and all assets that share an output with them. */
  readonly cache: CacheState;
  /** Sources that read one of the inputs or wrote one of the outputs. */
  readonly sources: ReadonlySet<string>;
  /** Whether there are derived assets, or assets that ask for the settings of one. */
  readonly hasDerived: boolean;
  /** Names of the kinds on record. */
  readonly kinds: ReadonlySet<string>;
  /** Whether an asset depends on this path or folder without reading it, or did so in the last snapshot. */
  readonly isPlace: (path: string) => boolean;
  /** Whether an asset reads this file. */
  readonly isRead: (path: string) => boolean;
}

/** Undefined if the record is damaged or not ours, or if no asset reads or wrote one of the files. */
export function loadPart(host: Host, output: string, files: WantedPart): LoadedPart | undefined {
  try {
    return decodePart(host, output, files);
  } catch (error) {
    // A build of everything will find out what is wrong.
    if (error instanceof Damaged || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function decodePart(host: Host, output: string, files: WantedPart): LoadedPart | undefined {
  const path = join(output, CACHE_FILE);
  if (host.entryType(path) !== 'file') return undefined;
  const file = new FileSlices(host, path);
  const seal = openSeal(host);
  const [headerLine, headLine, firstBlockAt] = firstLines(file);
  const header = sealedLine(headerLine, seal);
  const { assetc, version } = fields(header.value);
  if (assetc !== HEADER.assetc || version !== HEADER.version) return undefined;
  const head = sealedLine(headLine, seal);
  const { blocks } = fields(head.value);
  // A small record.
  if (blocks === undefined) return partOf(loadCache(host, output), files);
  const index = checkIndex(blocks);
  const starts = [firstBlockAt];
  for (const mark of index.lines) starts.push((starts.at(-1) ?? 0) + lineBytes(mark));
  const appended = appendedLines(file, starts.at(-1) ?? 0);
  if (appended === undefined) return undefined;
  // It needs a new snapshot.
  if (appended.length >= MAX_APPENDED_LINES) return partOf(loadCache(host, output), files);
  checkShared(head.value);
  const reader = new BlockReader(index, head.value, (block) => {
    const mark = index.lines[block];
    if (mark === undefined) throw new Damaged('a block');
    const line = sealedLine(file.at(starts[block] ?? 0, lineBytes(mark) - 1), seal);
    if (!isMarked(line, mark)) throw new Damaged('a block of this snapshot');
    return line.value;
  });
  const cache = emptyCache(undefined);
  decodeHead(cache, head.value);
  cache.identity = identityWith(identityWith('', header), head);
  cache.appendedLines = appended.length;
  let isEnd = true;
  for (const bytes of appended) {
    const line = sealedLine(bytes, seal);
    cache.identity = identityWith(cache.identity, line);
    const value = fields(line.value);
    addLine(cache, value);
    isEnd = value.end !== undefined;
  }
  if (!isEnd) return undefined;
  const newKinds = [...cache.records.values()].map(({ kind }) => kind);
  const sources = readPart(cache, reader, files);
  if (sources === undefined) return undefined;
  const { records } = cache;
  return {
    cache,
    sources,
    hasDerived: index.derived,
    kinds: new Set([...head.value.kinds.map(([name]) => name), ...newKinds]),
    isPlace: (place) => reader.isPlace(place) || records.isPlace(place),
    isRead: (input) => readersIn(cache, reader, input).size > 0,
  };
}

function sealedLine(bytes: Uint8Array | undefined, seal: Seal): Line {
  const line = decodeLine(bytes, seal);
  if (line?.sealed !== true) throw new Damaged('a sealed line');
  return line;
}

/** More than the first two lines have, if there are not very many assets. */
const FIRST_BYTES = 1 << 16;

/** The first two lines, and where the third begins. */
function firstLines(file: FileSlices): readonly [first: Uint8Array, second: Uint8Array, end: number] {
  for (let length = FIRST_BYTES; ; length *= 4) {
    const bytes = file.at(0, length);
    const first = bytes.indexOf(LINE_END);
    const second = bytes.indexOf(LINE_END, first + 1);
    if (first >= 0 && second >= 0) return [bytes.subarray(0, first), bytes.subarray(first + 1, second), second + 1];
    if (bytes.length < length) throw new Damaged('two lines');
  }
}

/** The lines from `start`. Undefined if the last line before or after it was cut: what is appended to that would be lost. */
function appendedLines(file: FileSlices, start: number): readonly Uint8Array[] | undefined {
  const bytes = file.at(start - 1);
  return bytes[0] === LINE_END && bytes.at(-1) === LINE_END ? [...splitLines(bytes.subarray(1))] : undefined;
}

/** By records that are already loaded. */
function partOf(cache: CacheState, { inputs, outputs }: ConcernedFiles): LoadedPart | undefined {
  const { records } = cache;
  const sources = records.sourcesOf(inputs, outputs);
  if (sources === undefined) return undefined;
  return {
    cache,
    sources,
    hasDerived: [...records.values()].some(concernsDerived),
    kinds: records.kindNames(),
    isPlace: (path) => records.isPlace(path),
    isRead: (path) => records.sourcesOf(new Set([path]), new Set()) !== undefined,
  };
}

/** Sources of the assets that read a file. Those of newer lines replace those of the blocks, and read and write the same files. */
function readersIn({ records, gone }: CacheState, reader: BlockReader, path: string): ReadonlySet<string> {
  const old = (reader.sourcesReading(path) ?? []).filter((source) => !gone.has(source));
  return new Set([...old, ...(records.sourcesOf(new Set([path]), new Set()) ?? [])]);
}

function writersIn({ records, gone }: CacheState, reader: BlockReader, path: string): ReadonlySet<string> {
  const old = reader.sourcesWriting(path).filter((source) => !gone.has(source));
  return new Set([...old, ...(records.sourcesOf(new Set(), new Set([path])) ?? [])]);
}

/** Adds the records of the sources that the files concern, and returns these. Undefined if one of the files concerns none. */
function readPart(
  cache: CacheState,
  reader: BlockReader,
  { inputs, outputs, paths = new Set() }: WantedPart,
): ReadonlySet<string> | undefined {
  const sources = new Set<string>();
  const found = [
    ...[...inputs].map((path) => readersIn(cache, reader, path)),
    ...[...outputs].map((path) => writersIn(cache, reader, path)),
  ];
  if (found.some(({ size }) => size === 0)) return undefined;
  for (const some of found) for (const source of some) sources.add(source);
  const loaded = new Set<string>();
  const load = (source: string): void => {
    if (loaded.has(source)) return;
    loaded.add(source);
    for (const row of reader.rowsOf(source)) {
      const record = decodeRecord(reader.tables, row);
      const key = assetKey(record.source, record.name);
      if (cache.gone.has(key)) continue;
      if (!cache.records.has(key)) cache.records.set(key, record);
      // Only derived assets share outputs.
      if (record.name !== undefined)
        for (const { suffix } of record.outputs)
          for (const sharing of reader.sourcesWriting(record.base + suffix)) load(sharing);
    }
  };
  for (const source of [...sources, ...paths]) load(source);
  for (const file of reader.files())
    if (cache.files.get(reader.pathOf(file)) === undefined)
      cache.files.set(reader.pathOf(file), decodeFile(reader.tables, file));
  return sources;
}
