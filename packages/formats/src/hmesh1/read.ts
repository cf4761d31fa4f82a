// Version 1, for older engines: no DESC; counts precede vertices, indices and materials.

import { ChunkReader } from '../chunked/chunk-reader.js';
import { type ChunkTable, readChunkTable, SIZE_FIELD } from '../chunked/chunk-table.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { typedSection } from '../core/typed-section.js';
import { checkBox } from '../hmesh/check/check-tables.js';
import { type ChunkName, HMESH_FORMAT, MeshBounds, Meshlet, MeshletBounds } from '../hmesh/layout.js';
import { GpuVertexV1, IndicesPreludeV1, MaterialsPreludeV1, VerticesPreludeV1 } from './layout.js';
import type { Hmesh1 } from './model.js';

/** Decodes to views into `bytes` if memory alignment allows. Materials are always copied: their prelude has four bytes. Throws FormatError. */
export function decodeHmesh1(bytes: Uint8Array): Hmesh1 {
  return decoded(inspectHmesh1(bytes, new FirstProblem())).mesh;
}

export function inspectHmesh1(
  bytes: Uint8Array,
  problems: Problems,
): { mesh: Hmesh1; table: ChunkTable<ChunkName> } | undefined {
  const table = readChunkTable(HMESH_FORMAT, bytes, 1, problems);
  if (table === undefined) return undefined;
  const reader = new ChunkReader(bytes, table, problems);
  const boundsChunk = reader.required('BNDS');
  const bounds = boundsChunk && reader.head(boundsChunk, MeshBounds);
  if (boundsChunk) reader.expectSize(boundsChunk, MeshBounds.size);
  if (boundsChunk && bounds) checkBox(bounds, boundsChunk.offset, 'BNDS', problems);
  const vertices = reader.required('VTXS');
  const vertexHead = vertices && reader.head(vertices, VerticesPreludeV1);
  const indices = reader.required('IDXS');
  const indexHead = indices && reader.head(indices, IndicesPreludeV1);
  const materials = reader.required('MTRL');
  const materialHead = materials && reader.head(materials, MaterialsPreludeV1);
  if (!bounds || !vertices || !vertexHead || !indices || !indexHead || !materials || !materialHead) return undefined;
  reader.expectSize(vertices, VerticesPreludeV1.size + vertexHead.count * GpuVertexV1.size);
  reader.expectSize(indices, IndicesPreludeV1.size + indexHead.count * indexHead.size);
  reader.expectSize(materials, MaterialsPreludeV1.size + materialHead.count * 8);
  const meshlets = reader.get('MLET');
  const meshletCount = Math.floor((meshlets?.size ?? 0) / Meshlet.size);
  if (meshlets) reader.expectSize(meshlets, meshletCount * Meshlet.size);
  const pick = (name: ChunkName) => (meshletCount > 0 ? reader.required(name) : reader.get(name));
  const meshletVertices = pick('MLVR');
  const meshletTriangles = pick('MLTR');
  const meshletBounds = pick('MLBN');
  if (meshletBounds) reader.expectSize(meshletBounds, meshletCount * MeshletBounds.size);
  if (meshletTriangles && meshletTriangles.size % 3 !== 0)
    problems.add('bad-range', meshletTriangles.entryOffset + SIZE_FIELD, 'MLTR.size', 'must be a multiple of 3');
  const hashes = Math.floor((materials.size - MaterialsPreludeV1.size) / 8);
  const mesh: Hmesh1 = {
    version: 1,
    vertexCount: vertexHead.count,
    bounds,
    vertices: reader.bytesOf(vertices, VerticesPreludeV1.size),
    indices:
      indexHead.size === 4
        ? reader.elements(indices, Uint32Array, IndicesPreludeV1.size)
        : reader.elements(indices, Uint16Array, IndicesPreludeV1.size),
    meshlets: meshlets ? reader.elements(meshlets, Uint32Array) : new Uint32Array(0),
    meshletVertices: meshletVertices ? reader.elements(meshletVertices, Uint32Array) : new Uint32Array(0),
    meshletTriangles: meshletTriangles ? reader.bytesOf(meshletTriangles) : new Uint8Array(0),
    meshletBounds: meshletBounds ? reader.elements(meshletBounds, Float32Array) : new Float32Array(0),
    materials: typedSection(BigUint64Array, bytes, materials.offset + MaterialsPreludeV1.size, hashes),
  };
  return { mesh, table };
}
