// LODI or LDI2, and LODT. Checks sizes and the header, not indices.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { chunkOfIndices, nameOfIndices, readIndices } from './compact/vertex-form.js';
import { type ChunkName, LodTableHeader, MeshLod } from './layout.js';
import type { Lods } from './model.js';

export function readLods(reader: ChunkReader<ChunkName>, submeshCount: number): Lods | undefined {
  if (!reader.get(nameOfIndices(reader.table, 'LODI')) && !reader.get('LODT')) return undefined;
  const indices = chunkOfIndices(reader, 'LODI', true);
  const table = reader.required('LODT');
  const header = table && reader.head(table, LodTableHeader);
  if (table && header) {
    if (header.submeshCount !== submeshCount)
      reader.problems.add(
        'bad-value',
        table.offset + LodTableHeader.offsetOf('submeshCount'),
        'LODT.submeshCount',
        `must be ${submeshCount} as in DESC`,
      );
    reader.expectSize(table, LodTableHeader.size + header.lodCount * header.submeshCount * MeshLod.size);
  }
  return {
    lodCount: header?.lodCount ?? 0,
    indices: readIndices(reader, indices, 'LODI'),
    ranges: table && header ? reader.elements(table, Uint32Array, LodTableHeader.size) : new Uint32Array(0),
  };
}
