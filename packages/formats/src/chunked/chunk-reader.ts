// Reads chunks as typed arrays and rows of structs. Sizes are compared with the counts before anything is allocated.

import type { Problems } from '../core/problem.js';
import type { Struct } from '../core/struct.js';
import { type TypedArrayType, typedSection } from '../core/typed-section.js';
import { type Chunk, type ChunkTable, SIZE_FIELD } from './chunk-table.js';

/** Size of every chunked file's header. The table follows. Missing chunks are reported at this offset. */
const TABLE_OFFSET = 32;

export class ChunkReader<Name extends string> {
  readonly bytes: Uint8Array;
  readonly table: ChunkTable<Name>;
  readonly problems: Problems;

  constructor(bytes: Uint8Array, table: ChunkTable<Name>, problems: Problems) {
    this.bytes = bytes;
    this.table = table;
    this.problems = problems;
  }

  get(name: Name): Chunk | undefined {
    return this.table.known.get(name);
  }

  /** The chunk, or undefined after reporting that it is missing. */
  required(name: Name): Chunk | undefined {
    const chunk = this.get(name);
    if (chunk === undefined) this.problems.add('missing', TABLE_OFFSET, name, 'is missing');
    return chunk;
  }

  /** Reports a size that disagrees with the counts. A validator may still read whole elements. */
  expectSize(chunk: Chunk, wanted: number): void {
    if (chunk.size !== wanted)
      this.problems.add('bad-range', chunk.entryOffset + SIZE_FIELD, `${chunk.name}.size`, `must be ${wanted}`);
  }

  /** The chunk's payload from `skip` on as elements; a size that is not a whole number of them is reported. */
  elements<T>(chunk: Chunk, type: TypedArrayType<T>, skip = 0): T {
    const size = chunk.size - skip;
    if (size % type.BYTES_PER_ELEMENT !== 0)
      this.problems.add(
        'bad-range',
        chunk.entryOffset + SIZE_FIELD,
        `${chunk.name}.size`,
        `must be a multiple of ${type.BYTES_PER_ELEMENT}`,
      );
    return typedSection(type, this.bytes, chunk.offset + skip, Math.floor(size / type.BYTES_PER_ELEMENT));
  }

  bytesOf(chunk: Chunk, skip = 0): Uint8Array {
    return this.bytes.subarray(chunk.offset + skip, chunk.offset + chunk.size);
  }

  /** One struct at the start of the chunk; undefined after reporting that it does not fit. */
  head<V>(chunk: Chunk, layout: Struct<V>): V | undefined {
    if (chunk.size < layout.size) {
      this.problems.add(
        'bad-range',
        chunk.entryOffset + SIZE_FIELD,
        `${chunk.name}.size`,
        `must be at least ${layout.size}`,
      );
      return undefined;
    }
    return layout.inspect(this.bytes, chunk.offset, this.problems, chunk.name);
  }

  /** Every complete row in the chunk. */
  rows<V>(chunk: Chunk, layout: Struct<V>): V[] {
    const rows: V[] = [];
    for (let at = 0; at + layout.size <= chunk.size; at += layout.size) {
      const label = `${chunk.name}[${at / layout.size}]`;
      const row = layout.inspect(this.bytes, chunk.offset + at, this.problems, label);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }
}
