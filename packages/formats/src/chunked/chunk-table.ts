// The header and the chunk table of a chunked file. Returned chunks are inside the file, on a 16-byte boundary, and do not overlap.

import type { Problems } from '../core/problem.js';
import { fourcc, fourccText } from '../core/struct.js';
import { CHUNK_ALIGNMENT, type ChunkEntry, type ChunkedFormat, HmeshChunkEntry } from './container.js';

export interface Chunk {
  readonly name: string;
  /** Offset of the payload. */
  readonly offset: number;
  readonly size: number;
  /** Offset of its row in the table, where size problems are reported. */
  readonly entryOffset: number;
}

export interface ChunkTable<Name extends string> {
  readonly known: ReadonlyMap<Name, Chunk>;
  /** Every usable chunk, including unknown ones, in file order. */
  readonly inFileOrder: readonly Chunk[];
  readonly endOfTable: number;
}

/** Offset at which problems of a chunk are reported, from the start of its row. */
const OFFSET_FIELD = HmeshChunkEntry.offsetOf('offset');
const FLAGS_FIELD = HmeshChunkEntry.offsetOf('flags');
export const SIZE_FIELD = HmeshChunkEntry.offsetOf('size');

const printable = (code: number): string => fourccText(code) ?? `0x${code.toString(16).padStart(8, '0')}`;

/** Returns undefined if there is no usable table; otherwise the usable chunks, after reporting the rest. */
export function readChunkTable<Name extends string>(
  { header: layout, magic, versions, chunks }: ChunkedFormat<Name>,
  bytes: Uint8Array,
  version: number,
  problems: Problems,
): ChunkTable<Name> | undefined {
  const header = layout.inspect(bytes, 0, problems);
  if (header === undefined) return undefined;
  if (header.magic !== magic) return undefined;
  if (header.version !== version) {
    if (versions.includes(header.version))
      problems.add('bad-version', layout.offsetOf('version'), `${layout.name}.version`, `must be ${version}`);
    return undefined;
  }
  const endOfTable = layout.size + header.chunkCount * HmeshChunkEntry.size;
  if (endOfTable > bytes.length) {
    problems.add(
      'truncated',
      layout.offsetOf('chunkCount'),
      `${layout.name}.chunkCount`,
      `puts the end of the table at ${endOfTable}`,
    );
    return undefined;
  }
  const nameByCode = new Map(chunks.map((name) => [fourcc(name), name]));
  const known = new Map<Name, Chunk>();
  const usable: Chunk[] = [];
  for (let i = 0; i < header.chunkCount; i++) {
    const entryOffset = layout.size + i * HmeshChunkEntry.size;
    const entry = HmeshChunkEntry.inspect(bytes, entryOffset, problems, `ChunkEntry[${i}]`);
    const chunk = entry && placeChunk(entry, entryOffset, i, bytes.length, endOfTable, problems);
    if (entry === undefined || chunk === undefined) continue;
    usable.push(chunk);
    const name = nameByCode.get(entry.fourcc);
    if (name === undefined) continue;
    // Flags on a known chunk may mean another payload format; flags on unknown chunks are ignored.
    if (entry.flags !== 0)
      problems.add('bad-value', entryOffset + FLAGS_FIELD, `ChunkEntry[${i}].flags`, `must be zero for ${name}`);
    if (known.has(name)) problems.add('duplicate', entryOffset, `ChunkEntry[${i}].fourcc`, `repeats ${name}`);
    else known.set(name, chunk);
  }
  const inFileOrder = usable.sort((a, b) => a.offset - b.offset || a.size - b.size || a.entryOffset - b.entryOffset);
  checkSpans(inFileOrder, endOfTable, bytes.length, problems);
  return { known, inFileOrder, endOfTable };
}

function checkSpans(inFileOrder: readonly Chunk[], endOfTable: number, fileSize: number, problems: Problems): void {
  let end = endOfTable;
  for (const chunk of inFileOrder) {
    if (chunk.size > 0 && chunk.offset < end)
      problems.add('bad-range', chunk.entryOffset + OFFSET_FIELD, `${chunk.name}.offset`, 'overlaps another chunk');
    end = Math.max(end, chunk.offset + chunk.size);
  }
  if (end < fileSize) problems.add('trailing-bytes', end, 'file', `has ${fileSize - end} bytes after the last payload`);
}

function placeChunk(
  entry: ChunkEntry,
  entryOffset: number,
  index: number,
  fileSize: number,
  endOfTable: number,
  problems: Problems,
): Chunk | undefined {
  const name = printable(entry.fourcc);
  if (entry.offset + entry.size > BigInt(fileSize)) {
    problems.add(
      'truncated',
      entryOffset + OFFSET_FIELD,
      `ChunkEntry[${index}]`,
      `puts ${name} at ${entry.offset} with ${entry.size} bytes, past the end`,
    );
    return undefined;
  }
  const offset = Number(entry.offset);
  if (offset % CHUNK_ALIGNMENT !== 0) {
    problems.add(
      'bad-alignment',
      entryOffset + OFFSET_FIELD,
      `${name}.offset`,
      `must be a multiple of ${CHUNK_ALIGNMENT}`,
    );
    return undefined;
  }
  if (offset < endOfTable) {
    problems.add('bad-range', entryOffset + OFFSET_FIELD, `${name}.offset`, 'is inside the header or the table');
    return undefined;
  }
  return { name, offset, size: Number(entry.size), entryOffset };
}
