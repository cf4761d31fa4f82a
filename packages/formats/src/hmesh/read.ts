// Reads version 2: header, tables and sizes. Shared by the decoder, which stops at the first problem, and the validator, which continues
// with what is usable. Bulk data is not read, so that a large file costs no more than a small one.

import { ChunkReader } from '../chunked/chunk-reader.js';
import { type Chunk, type ChunkTable, readChunkTable, SIZE_FIELD } from '../chunked/chunk-table.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { checkTables } from './check/check-tables.js';
import { fullRows } from './compact/full-rows.js';
import { withMade } from './compact/made-on-demand.js';
import { findVertices, type VertexChunks } from './compact/read-stored.js';
import { unpackCompactUvs1 } from './compact/unpack-compact.js';
import { chunkOfIndices, readIndices, strideOf } from './compact/vertex-form.js';
import { inflateHmesh } from './encoded/inflate.js';
import {
  type ChunkName,
  FLAG_TANGENTS,
  HMESH_FORMAT,
  MeshBounds,
  MeshDesc,
  Meshlet,
  MeshletBounds,
  SceneNode,
  SubMesh,
} from './layout.js';
import type { Hmesh } from './model.js';
import { readLods } from './read-lods.js';
import { type CompactOptional, readOptional } from './read-optional.js';
import { readSkin } from './read-skin.js';

/**
 * Decodes a mesh. Arrays are views into `bytes` if memory alignment allows, and the mesh is not compressed. Throws only FormatError. Problems inside bulk data (for example
 * an index out of range) are found by `validateHmesh`.
 */
export function decodeHmesh(bytes: Uint8Array): Hmesh {
  return decoded(inspectHmesh(inflateHmesh(bytes), new FirstProblem())).mesh;
}

interface ReadHmesh {
  readonly mesh: Hmesh;
  readonly table: ChunkTable<ChunkName>;
}

const widthFor = (vertexCount: number): 2 | 4 => (vertexCount <= 0xffff ? 2 : 4);

/** Returns undefined if a required part is missing or unusable, which has been reported. */
export function inspectHmesh(bytes: Uint8Array, problems: Problems): ReadHmesh | undefined {
  const table = readChunkTable(HMESH_FORMAT, bytes, 2, problems);
  if (table === undefined) return undefined;
  const reader = new ChunkReader(bytes, table, problems);
  const descChunk = reader.required('DESC');
  const desc = descChunk && reader.head(descChunk, MeshDesc);
  if (descChunk) reader.expectSize(descChunk, MeshDesc.size);
  const boundsChunk = reader.required('BNDS');
  const bounds = boundsChunk && reader.head(boundsChunk, MeshBounds);
  if (boundsChunk) reader.expectSize(boundsChunk, MeshBounds.size);
  const vertices = findVertices(reader);
  const indices = reader.required('IDXS');
  const submeshes = reader.required('SUBM');
  if (!descChunk || !desc || !bounds || !vertices || !indices || !submeshes) return undefined;
  checkDesc(desc, descChunk, vertices, problems);
  for (const [i, stream] of vertices.streams.entries())
    reader.expectSize(stream, desc.vertexCount * (vertices.form.streams[i]?.[1] ?? 0));
  reader.expectSize(indices, desc.indexCount * desc.indexWidth);
  reader.expectSize(submeshes, desc.submeshCount * SubMesh.size);
  const meshlets = countedChunk(reader, 'MLET', desc.meshletCount * Meshlet.size);
  const meshletBounds = countedChunk(reader, 'MLBN', desc.meshletCount * MeshletBounds.size);
  const materials = countedChunk(reader, 'MTRL', desc.materialCount * 8);
  const meshletVertices = chunkOfIndices(reader, 'MLVR', desc.meshletCount > 0);
  const meshletTriangles = desc.meshletCount > 0 ? reader.required('MLTR') : reader.get('MLTR');
  if (meshletTriangles && meshletTriangles.size % 3 !== 0)
    problems.add('bad-range', meshletTriangles.entryOffset + SIZE_FIELD, 'MLTR.size', 'must be a multiple of 3');
  const nodes = reader.get('NODE');
  if (nodes && nodes.size % SceneNode.size !== 0)
    problems.add('bad-range', nodes.entryOffset + SIZE_FIELD, 'NODE.size', `must be a multiple of ${SceneNode.size}`);
  const skin = readSkin(reader, desc.vertexCount, vertices.form.isCompact);
  const read = {
    version: 2 as const,
    desc,
    hasTangents: (desc.flags & FLAG_TANGENTS) !== 0,
    bounds,
    indices: desc.indexWidth === 4 ? reader.elements(indices, Uint32Array) : reader.elements(indices, Uint16Array),
    meshlets: meshlets ? reader.elements(meshlets, Uint32Array) : new Uint32Array(0),
    meshletVertices: readIndices(reader, meshletVertices, 'MLVR'),
    meshletTriangles: meshletTriangles ? reader.bytesOf(meshletTriangles) : new Uint8Array(0),
    meshletBounds: meshletBounds ? reader.elements(meshletBounds, Float32Array) : new Float32Array(0),
    materials: materials ? reader.elements(materials, BigUint64Array) : new BigUint64Array(0),
    submeshes: reader.rows(submeshes, SubMesh).map(({ baseVertex, ...submesh }) => submesh),
    skin,
    nodes: nodes && reader.rows(nodes, SceneNode).map(({ pad, ...node }) => node),
  };
  const { compact, ...optional } = readOptional(reader, desc, skin, readLods(reader, desc.submeshCount), vertices.grid);
  const mesh = addVertices(reader, { ...read, ...optional }, vertices, compact);
  checkTables(mesh, table, problems);
  return { mesh, table };
}

/** A chunk that may be omitted if it would be empty. */
function countedChunk(
  reader: ChunkReader<ChunkName>,
  name: 'MLET' | 'MLBN' | 'MTRL',
  wanted: number,
): Chunk | undefined {
  const chunk = wanted > 0 ? reader.required(name) : reader.get(name);
  if (chunk) reader.expectSize(chunk, wanted);
  return chunk;
}

function checkDesc(desc: MeshDesc, { offset }: Chunk, { form }: VertexChunks, problems: Problems): void {
  const complain = (field: 'vertexStride' | 'indexWidth', message: string): void =>
    problems.add('bad-value', offset + MeshDesc.offsetOf(field), `DESC.${field}`, message);
  const [stride, width] = [strideOf(form), widthFor(desc.vertexCount)];
  if (desc.vertexStride !== stride) complain('vertexStride', `must be ${stride} for vertices of this form`);
  if (desc.indexWidth !== width) complain('indexWidth', `must be ${width} for ${desc.vertexCount} vertices`);
}

/** The vertices as they are, or the streams and rows that are made of them when they are read. */
function addVertices(
  reader: ChunkReader<ChunkName>,
  mesh: Omit<Hmesh, 'vertices' | 'stored'>,
  { form, streams, grid }: VertexChunks,
  compact: CompactOptional,
): Hmesh {
  const [first = new Uint8Array(0), second] = streams.map((stream) => reader.bytesOf(stream));
  if (!form.isCompact && second === undefined) return { ...mesh, vertices: first };
  const skin = reader.get('SKNC');
  const stored = {
    streams: second === undefined ? ([first] as const) : ([first, second] as const),
    compact: grid && { grid, skin: skin && reader.bytesOf(skin), ...compact },
  };
  const { uvs1 } = compact;
  const full = withMade({ ...mesh, stored }, 'vertices', () => fullRows(stored));
  return grid && uvs1 ? withMade(full, 'uvs1', () => unpackCompactUvs1(uvs1, grid)) : full;
}
