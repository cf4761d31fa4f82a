// Writes version 2. Equal models give equal bytes. A model that cannot be stored is our own mistake: a plain Error.

import { type ChunkToWrite, encodeChunks, rows, whole } from '../chunked/encode-chunks.js';
import { Problems } from '../core/problem.js';
import { bytesOf } from '../core/typed-section.js';
import { compactSkinSize } from './compact/compact-layout.js';
import { formOfModel, indexChunk, vertexChunks, vertexCountOf } from './compact/encode-stored.js';
import { strideOf } from './compact/vertex-form.js';
import { optionalChunks } from './encode-optional.js';
import {
  type ChunkName,
  FLAG_TANGENTS,
  GpuJoint,
  GpuSkinVertex,
  HMESH_FORMAT,
  LodTableHeader,
  MESHLET_MAX_TRIANGLES,
  MESHLET_MAX_VERTICES,
  MeshBounds,
  MeshDesc,
  SceneNode,
  SubMesh,
} from './layout.js';
import type { HmeshModel } from './model.js';
import { narrowIndices } from './narrow-indices.js';
import { inspectHmesh } from './read.js';

type Written = ChunkToWrite<ChunkName>;

/** Encodes a mesh. Equal models give equal bytes. Throws a plain Error for a model that cannot be stored. */
export function encodeHmesh(model: HmeshModel): Uint8Array {
  const vertexCount = whole(vertexCountOf(model), 'vertices');
  const indices = narrowIndices(model.indices, vertexCount);
  const bytes = encodeChunks(HMESH_FORMAT, 2, [
    describe(model, vertexCount, indices),
    { name: 'BNDS', bytes: rows(MeshBounds, [model.bounds]) },
    ...vertexChunks(model),
    { name: 'IDXS', bytes: bytesOf(indices) },
    ...meshletChunks(model),
    { name: 'MTRL', bytes: bytesOf(model.materials) },
    submeshChunk(model),
    ...skinChunks(model, vertexCount),
    ...lodChunks(model),
    ...nodeChunks(model),
    ...optionalChunks(model, vertexCount),
  ]);
  assertReadable(bytes);
  return bytes;
}

function describe(model: HmeshModel, vertexCount: number, indices: Uint16Array | Uint32Array): Written {
  const desc: MeshDesc = {
    vertexCount,
    indexCount: indices.length,
    meshletCount: whole(model.meshlets.length / 4, 'meshlets'),
    submeshCount: model.submeshes.length,
    materialCount: model.materials.length,
    vertexStride: strideOf(formOfModel(model)),
    indexWidth: indices.BYTES_PER_ELEMENT,
    flags: model.hasTangents ? FLAG_TANGENTS : 0,
    meshletMaxVerts: MESHLET_MAX_VERTICES,
    meshletMaxTris: MESHLET_MAX_TRIANGLES,
  };
  return { name: 'DESC', bytes: rows(MeshDesc, [desc]) };
}

function meshletChunks(model: HmeshModel): Written[] {
  if (model.meshletBounds.length !== model.meshlets.length * 2) throw new Error('one MeshletBounds for each meshlet');
  whole(model.meshletTriangles.length / 3, 'meshletTriangles');
  return [
    { name: 'MLET', bytes: bytesOf(model.meshlets) },
    indexChunk('MLVR', model.meshletVertices),
    { name: 'MLTR', bytes: model.meshletTriangles },
    { name: 'MLBN', bytes: bytesOf(model.meshletBounds) },
  ];
}

function submeshChunk({ submeshes }: HmeshModel): Written {
  const table = submeshes.map((submesh) => ({ ...submesh, baseVertex: 0 }));
  return { name: 'SUBM', bytes: rows(SubMesh, table) };
}

function skinChunks({ skin, stored }: HmeshModel, vertexCount: number): Written[] {
  if (skin === undefined) return [];
  if (skin.joints.length === 0) throw new Error('a skin has joints');
  const compact = stored?.compact;
  const bytes = compact === undefined ? skin.vertices : (compact.skin ?? new Uint8Array(0));
  const size = compact === undefined ? GpuSkinVertex.size : compactSkinSize(skin.joints.length);
  if (bytes.length !== vertexCount * size) throw new Error('one row of a skin for each vertex');
  const joints = skin.joints.map((joint) => ({ ...joint, pad: 0 }));
  return [
    { name: compact === undefined ? 'SKIN' : 'SKNC', bytes },
    { name: 'SKEL', bytes: rows(GpuJoint, joints) },
  ];
}

function lodChunks({ lods, submeshes }: HmeshModel): Written[] {
  if (lods === undefined) return [];
  const submeshCount = submeshes.length;
  if (lods.ranges.length !== lods.lodCount * submeshCount * 2) throw new Error('one range for each submesh and level');
  const table = new Uint8Array(LodTableHeader.size + lods.ranges.byteLength);
  LodTableHeader.write(table, 0, { lodCount: lods.lodCount, submeshCount });
  table.set(bytesOf(lods.ranges), LodTableHeader.size);
  return [indexChunk('LODI', lods.indices), { name: 'LODT', bytes: table }];
}

function nodeChunks({ nodes }: HmeshModel): Written[] {
  if (nodes === undefined) return [];
  const table = nodes.map((node) => ({ ...node, pad: 0 }));
  return [{ name: 'NODE', bytes: rows(SceneNode, table) }];
}

/** The rules between tables are cheap to check and expensive to debug in an engine. */
function assertReadable(bytes: Uint8Array): void {
  const problems = new Problems();
  inspectHmesh(bytes, problems);
  const [first] = problems.list();
  if (first) throw new Error(`the model cannot be written: ${first.field} ${first.message}`);
}
