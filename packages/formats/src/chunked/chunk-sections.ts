// Arrays inside one chunk: each, even an empty one, starts on a multiple of 16 from the chunk's start; the chunk ends with the last of
// them. Padding is zero.

import type { Problems } from '../core/problem.js';
import { alignUp, type Struct } from '../core/struct.js';
import type { ChunkReader } from './chunk-reader.js';
import type { Chunk } from './chunk-table.js';
import { CHUNK_ALIGNMENT } from './container.js';

/** Offsets of arrays of these sizes from the chunk's start, and the size of the chunk. */
export function layOut(sizes: readonly number[]): { readonly offsets: readonly number[]; readonly end: number } {
  const offsets: number[] = [];
  let end = 0;
  for (const size of sizes) {
    const offset = alignUp(end, CHUNK_ALIGNMENT);
    offsets.push(offset);
    end = offset + size;
  }
  return { offsets, end };
}

/** Joins these arrays to one chunk. */
export function joinSections(sections: readonly Uint8Array[]): Uint8Array {
  const { offsets, end } = layOut(sections.map(({ length }) => length));
  const bytes = new Uint8Array(end);
  for (const [i, section] of sections.entries()) bytes.set(section, offsets[i]);
  return bytes;
}

/** Positions of the arrays in the file; undefined after reporting that the chunk is too small. */
export function sectionsOf<Name extends string>(
  reader: ChunkReader<Name>,
  chunk: Chunk,
  sizes: readonly number[],
): readonly number[] | undefined {
  const { offsets, end } = layOut(sizes);
  reader.expectSize(chunk, end);
  if (chunk.size < end) return undefined;
  for (let i = 1; i < offsets.length; i++) {
    const from = chunk.offset + (offsets[i - 1] ?? 0) + (sizes[i - 1] ?? 0);
    const to = chunk.offset + (offsets[i] ?? 0);
    const at = reader.bytes.subarray(from, to).findIndex((byte) => byte !== 0);
    if (at >= 0) reader.problems.add('bad-value', from + at, `padding in ${chunk.name}`, 'must be zero');
  }
  return offsets.map((offset) => chunk.offset + offset);
}

/** Reads `count` rows from `at` on. The caller has checked the bounds. */
export function rowsAt<V>(
  bytes: Uint8Array,
  at: number,
  count: number,
  layout: Struct<V>,
  label: string,
  problems: Problems,
): V[] {
  const rows: V[] = [];
  for (let i = 0; i < count; i++) {
    const row = layout.inspect(bytes, at + i * layout.size, problems, `${label}[${i}]`);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
