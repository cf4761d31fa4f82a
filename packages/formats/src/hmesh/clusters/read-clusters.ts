// CLUS, CLVR, CLTR, CLGR and CLPG: all of them or none, and CLTW if the mesh also has MLTW. Checks sizes, not rows.

import type { ChunkReader } from '../../chunked/chunk-reader.js';
import { type Chunk, SIZE_FIELD } from '../../chunked/chunk-table.js';
import { nameOfIndices, readIndices } from '../compact/vertex-form.js';
import type { ChunkName } from '../layout.js';
import { readTriangleWords } from '../triangle-words.js';
import { Cluster, ClusterGroup, ClusterPage } from './cluster-layout.js';
import type { Clusters } from './cluster-model.js';

const NAMES = ['CLUS', 'CLVR', 'CLTR', 'CLGR', 'CLPG'] as const;
/** Bytes of an element of each chunk, except CLVR. */
const SIZES = [Cluster.size, 0, 3, ClusterGroup.size, ClusterPage.size] as const;

export function readClusters(reader: ChunkReader<ChunkName>, meshletCount: number): Clusters | undefined {
  if ([...NAMES, 'CLTW' as const, 'CLV2' as const].every((name) => reader.get(name) === undefined)) return undefined;
  const [rows, vertices, triangles, groups, pages] = NAMES.map((name) =>
    reader.required(name === 'CLVR' ? nameOfIndices(reader.table, name) : name),
  );
  if (!rows || !vertices || !triangles || !groups || !pages) return undefined;
  // Both are drawn together.
  if (reader.get('MLTW')) reader.required('CLTW');
  else if (reader.get('CLTW')) reader.required('MLTW');
  const entryBytes = vertices.name === 'CLVR' ? 4 : 2;
  for (const [i, chunk] of [rows, vertices, triangles, groups, pages].entries())
    checkSize(reader, chunk, SIZES[i] || entryBytes);
  if (rows.size < meshletCount * Cluster.size)
    reader.problems.add(
      'bad-range',
      rows.entryOffset + SIZE_FIELD,
      'CLUS.size',
      `must have room for the ${meshletCount} meshlets`,
    );
  return {
    rows: words(reader, rows, Cluster.size),
    vertices: readIndices(reader, whole(vertices, entryBytes), 'CLVR'),
    triangles: reader.bytesOf(triangles),
    triangleWords: readTriangleWords(reader, 'CLTW', 'CLTR'),
    groups: words(reader, groups, ClusterGroup.size),
    pages: words(reader, pages, ClusterPage.size),
  };
}

function checkSize({ problems }: ChunkReader<ChunkName>, { name, size, entryOffset }: Chunk, element: number): void {
  if (size % element !== 0)
    problems.add('bad-range', entryOffset + SIZE_FIELD, `${name}.size`, `must be a multiple of ${element}`);
}

/** The number of complete rows of a chunk. */
function words(reader: ChunkReader<ChunkName>, chunk: Chunk, element: number): Uint32Array {
  return reader.elements(whole(chunk, element), Uint32Array);
}

const whole = (chunk: Chunk, element: number): Chunk => ({ ...chunk, size: chunk.size - (chunk.size % element) });
