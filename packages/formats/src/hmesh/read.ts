// Reads version 2: header, tables and sizes. Shared by the decoder, which stops at the first problem, and the validator, which continues
// with what is usable. Bulk data is not read, so that a large file costs no more than a small one.

import { ChunkReader } from '../chunked/chunk-reader.js';
import { type Chunk, type ChunkTable, readChunkTable, SIZE_FIELD } from '../chunked/chunk-table.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { checkTables } from './check/check-tables.js';
import {
  type ChunkName,
  FLAG_TANGENTS,
  GpuJoint,
  GpuSkinVertex,
  GpuVertex,
  HMESH_FORMAT,
  LodTableHeader,
  MeshBounds,
  MeshDesc,
  MeshLod,
  Meshlet,
  MeshletBounds,
  SceneNode,
  SubMesh,
} from './layout.js';
import type { Hmesh, Lods, Skin } from './model.js';
import { readOptional } from './read-optional.js';

/**
 * Decodes a mesh. Arrays are views into `bytes` if memory alignment allows. Throws only FormatError. Problems inside bulk data (for example
 * an index out of range) are found by `validateHmesh`.
 */
export function decodeHmesh(bytes: Uint8Array): Hmesh {
  return decoded(inspectHmesh(bytes, new FirstProblem())).mesh;
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
  const vertices = reader.required('VTXS');
  const indices = reader.required('IDXS');
  const submeshes = reader.required('SUBM');
  if (!descChunk || !desc || !bounds || !vertices || !indices || !submeshes) return undefined;
  if (desc.indexWidth !== widthFor(desc.vertexCount))
    problems.add(
      'bad-value',
      descChunk.offset + MeshDesc.offsetOf('indexWidth'),
      'DESC.indexWidth',
      `must be ${widthFor(desc.vertexCount)} for ${desc.vertexCount} vertices`,
    );
  reader.expectSize(vertices, desc.vertexCount * GpuVertex.size);
  reader.expectSize(indices, desc.indexCount * desc.indexWidth);
  reader.expectSize(submeshes, desc.submeshCount * SubMesh.size);
  const meshlets = optional(reader, 'MLET', desc.meshletCount * Meshlet.size);
  const meshletBounds = optional(reader, 'MLBN', desc.meshletCount * MeshletBounds.size);
  const materials = optional(reader, 'MTRL', desc.materialCount * 8);
  const meshletVertices = desc.meshletCount > 0 ? reader.required('MLVR') : reader.get('MLVR');
  const meshletTriangles = desc.meshletCount > 0 ? reader.required('MLTR') : reader.get('MLTR');
  if (meshletTriangles && meshletTriangles.size % 3 !== 0)
    problems.add('bad-range', meshletTriangles.entryOffset + SIZE_FIELD, 'MLTR.size', 'must be a multiple of 3');
  const nodes = reader.get('NODE');
  if (nodes && nodes.size % SceneNode.size !== 0)
    problems.add('bad-range', nodes.entryOffset + SIZE_FIELD, 'NODE.size', `must be a multiple of ${SceneNode.size}`);
  const skin = readSkin(reader, desc.vertexCount);
  const mesh: Hmesh = {
    version: 2,
    desc,
    hasTangents: (desc.flags & FLAG_TANGENTS) !== 0,
    bounds,
    vertices: reader.bytesOf(vertices),
    indices: desc.indexWidth === 4 ? reader.elements(indices, Uint32Array) : reader.elements(indices, Uint16Array),
    meshlets: meshlets ? reader.elements(meshlets, Uint32Array) : new Uint32Array(0),
    meshletVertices: meshletVertices ? reader.elements(meshletVertices, Uint32Array) : new Uint32Array(0),
    meshletTriangles: meshletTriangles ? reader.bytesOf(meshletTriangles) : new Uint8Array(0),
    meshletBounds: meshletBounds ? reader.elements(meshletBounds, Float32Array) : new Float32Array(0),
    materials: materials ? reader.elements(materials, BigUint64Array) : new BigUint64Array(0),
    submeshes: reader.rows(submeshes, SubMesh).map(({ baseVertex, ...submesh }) => submesh),
    skin,
    nodes: nodes && reader.rows(nodes, SceneNode).map(({ pad, ...node }) => node),
    ...readOptional(reader, desc, skin, readLods(reader, desc.submeshCount)),
  };
  checkTables(mesh, table, problems);
  return { mesh, table };
}

/** A chunk that may be omitted if it would be empty. */
function optional(reader: ChunkReader<ChunkName>, name: 'MLET' | 'MLBN' | 'MTRL', wanted: number): Chunk | undefined {
  const chunk = wanted > 0 ? reader.required(name) : reader.get(name);
  if (chunk) reader.expectSize(chunk, wanted);
  return chunk;
}

function readSkin(reader: ChunkReader<ChunkName>, vertexCount: number): Skin | undefined {
  if (!reader.get('SKIN') && !reader.get('SKEL')) return undefined;
  const vertices = reader.required('SKIN');
  const joints = reader.required('SKEL');
  if (vertices) reader.expectSize(vertices, vertexCount * GpuSkinVertex.size);
  if (joints && (joints.size === 0 || joints.size % GpuJoint.size !== 0))
    reader.problems.add(
      'bad-range',
      joints.entryOffset + SIZE_FIELD,
      'SKEL.size',
      `must be a positive multiple of ${GpuJoint.size}`,
    );
  return {
    vertices: vertices ? reader.bytesOf(vertices) : new Uint8Array(0),
    joints: joints ? reader.rows(joints, GpuJoint).map(({ pad, ...joint }) => joint) : [],
  };
}

function readLods(reader: ChunkReader<ChunkName>, submeshCount: number): Lods | undefined {
  if (!reader.get('LODI') && !reader.get('LODT')) return undefined;
  const indices = reader.required('LODI');
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
    indices: indices ? reader.elements(indices, Uint32Array) : new Uint32Array(0),
    ranges: table && header ? reader.elements(table, Uint32Array, LodTableHeader.size) : new Uint32Array(0),
  };
}
