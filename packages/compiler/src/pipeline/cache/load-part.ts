// Loads only the assets that some files concern. Nothing else of a large record is decoded or verified: its lines are those that the last
// build left if the file's identity, or its stat data, is the same.

import { join } from 'node:path';
import type { Host } from '../host/host.js';
import { decodeLine, identityWith, splitLines, statedMark } from './cache-lines.js';
import { addLine, CACHE_FILE, type CacheState, decodeHead, emptyCache, HEADER, loadCache } from './cache-log.js';
import { MAX_APPENDED_LINES } from './cache-writer.js';
import { checkShared } from './check-tables.js';
import { assetKey, concernsDerived } from './record.js';
import { BlockReader, blockCount, checkIndex } from './record-blocks.js';
import { decodeFile, decodeRecord } from './record-codec.js';
import { openSeal } from './seal.js';
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
  const file = join(output, CACHE_FILE);
  if (host.entryType(file) !== 'file') return undefined;
  const bytes = host.readFile(file);
  // What is appended to a line that was cut would be lost.
  if (bytes.at(-1) !== 0x0a) return undefined;
  const lines = [...splitLines(bytes)];
  const seal = openSeal(host);
  const sealedValue = (line: Uint8Array | undefined): unknown => {
    const decoded = decodeLine(line, seal);
    if (decoded?.sealed !== true) throw new Damaged('a sealed line');
    return decoded.value;
  };
  const { assetc, version } = fields(sealedValue(lines[0]));
  if (assetc !== HEADER.assetc || version !== HEADER.version) return undefined;
  const head = sealedValue(lines[1]);
  const { blocks: indexed } = fields(head);
  const index = indexed === undefined ? undefined : checkIndex(indexed);
  const firstAppended = 2 + (index === undefined ? 0 : blockCount(index));
  // A small record, or one that needs a new snapshot.
  if (index === undefined || lines.length - firstAppended >= MAX_APPENDED_LINES)
    return partOf(loadCache(host, output), files);
  checkShared(head);
  const reader = new BlockReader(index, head, (block) => sealedValue(lines[2 + block]));
  const cache = emptyCache(undefined);
  decodeHead(cache, head);
  for (const line of lines) cache.identity = identityWith(cache.identity, statedMark(line));
  cache.appendedLines = lines.length - firstAppended;
  let isEnd = true;
  for (const line of lines.slice(firstAppended)) {
    const value = fields(sealedValue(line));
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
    kinds: new Set([...head.kinds.map(([name]) => name), ...newKinds]),
    isPlace: (path) => reader.isPlace(path) || records.isPlace(path),
    isRead: (path) => readersIn(cache, reader, path).size > 0,
  };
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
