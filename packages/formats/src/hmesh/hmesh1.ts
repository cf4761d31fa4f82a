// Version 1, for older engines: no DESC; counts stand in front of vertices, indices and materials.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { type Problem, Problems } from '../core/problem.js';
import { bytesOf, typedSection } from '../core/typed-section.js';
import { checkIndices, checkMeshletBounds, checkMeshlets, checkVertices } from './check-bulk.js';
import { checkPadding } from './check-padding.js';
import { checkBox } from './check-tables.js';
import { ChunkReader } from './chunk-reader.js';
import { type ChunkTable, readChunkTable, SIZE_FIELD } from './chunk-table.js';
import { encodeChunks } from './encode-chunks.js';
import { narrowIndices, rows, whole } from './encode-hmesh.js';
import type { Hmesh1, Hmesh1Model } from './hmesh.js';
import {
  type ChunkName,
  GpuVertexV1,
  IndicesPreludeV1,
  MaterialsPreludeV1,
  MeshBounds,
  Meshlet,
  MeshletBounds,
  VerticesPreludeV1,
} from './layout.js';
import { placed } from './validate-hmesh.js';

/** Views into `bytes` wherever memory alignment allows; materials never do, their prelude has four bytes. Throws FormatError. */
export function decodeHmesh1(bytes: Uint8Array): Hmesh1 {
  return decoded(readHmesh1(bytes, new FirstProblem())).mesh;
}

const LATER_CHUNKS: readonly ChunkName[] = ['DESC', 'SUBM', 'SKIN', 'SKEL', 'LODI', 'LODT', 'NODE'];

export function validateHmesh1(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const read = readHmesh1(bytes, problems);
  if (read === undefined) return problems.list();
  const { mesh, table } = read;
  for (const name of LATER_CHUNKS) {
    const chunk = table.known.get(name);
    if (chunk) problems.add('unsupported', chunk.entryOffset, name, 'has no place in version 1');
  }
  checkPadding(bytes, table, problems);
  const vertices = { ...placed(table, 'VTXS', mesh.vertices), offset: mesh.vertices.byteOffset - bytes.byteOffset };
  checkVertices(vertices, GpuVertexV1.size, GpuVertexV1.offsetOf('uv'), mesh.bounds, problems);
  checkSpareLanes(vertices, problems);
  const indexStart = (table.known.get('IDXS')?.offset ?? 0) + IndicesPreludeV1.size;
  checkIndices({ data: mesh.indices, offset: indexStart, name: 'IDXS' }, mesh.vertexCount, problems);
  const meshletVertices = placed(table, 'MLVR', mesh.meshletVertices);
  checkMeshlets(
    placed(table, 'MLET', mesh.meshlets),
    meshletVertices,
    placed(table, 'MLTR', mesh.meshletTriangles),
    problems,
  );
  checkIndices(meshletVertices, mesh.vertexCount, problems);
  checkMeshletBounds(placed(table, 'MLBN', mesh.meshletBounds), problems);
  return problems.list();
}

/** Equal models give equal bytes. Throws a plain Error for a model that no file can hold. */
export function encodeHmesh1(model: Hmesh1Model): Uint8Array {
  const count = whole(model.vertices.length / GpuVertexV1.size, 'vertices');
  const meshletCount = whole(model.meshlets.length / 4, 'meshlets');
  if (model.meshletBounds.length !== meshletCount * 8) throw new Error('one MeshletBounds for each meshlet');
  whole(model.meshletTriangles.length / 3, 'meshletTriangles');
  const indices = narrowIndices(model.indices, count);
  const bytes = encodeChunks(1, [
    { name: 'BNDS', bytes: rows(MeshBounds, [model.bounds]) },
    {
      name: 'VTXS',
      bytes: joined(rows(VerticesPreludeV1, [{ count, stride: GpuVertexV1.size }]), model.vertices),
    },
    {
      name: 'IDXS',
      bytes: joined(
        rows(IndicesPreludeV1, [{ count: indices.length, size: indices.BYTES_PER_ELEMENT }]),
        bytesOf(indices),
      ),
    },
    { name: 'MLET', bytes: bytesOf(model.meshlets) },
    { name: 'MLVR', bytes: bytesOf(model.meshletVertices) },
    { name: 'MLTR', bytes: model.meshletTriangles },
    { name: 'MLBN', bytes: bytesOf(model.meshletBounds) },
    {
      name: 'MTRL',
      bytes: joined(rows(MaterialsPreludeV1, [{ count: model.materials.length }]), bytesOf(model.materials)),
    },
  ]);
  const problems = new Problems();
  readHmesh1(bytes, problems);
  const [first] = problems.list();
  if (first) throw new Error(`the model cannot be written: ${first.field} ${first.message}`);
  return bytes;
}

function joined(prelude: Uint8Array, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(prelude.length + data.length);
  out.set(prelude);
  out.set(data, prelude.length);
  return out;
}

function readHmesh1(bytes: Uint8Array, problems: Problems): { mesh: Hmesh1; table: ChunkTable } | undefined {
  const table = readChunkTable(bytes, 1, problems);
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

/** Lanes [2..3] of normals and tangents are zero. */
function checkSpareLanes({ data, offset }: { data: Uint8Array; offset: number }, problems: Problems): void {
  const normal = GpuVertexV1.offsetOf('normal') + 4;
  const tangent = GpuVertexV1.offsetOf('tangent') + 4;
  const count = Math.floor(data.length / GpuVertexV1.size);
  const words = typedSection(Uint32Array, data, 0, count * (GpuVertexV1.size / 4));
  for (let i = 0; i < count; i++) {
    const at = i * (GpuVertexV1.size / 4);
    if (words[at + normal / 4] !== 0)
      problems.add('bad-value', offset + i * GpuVertexV1.size + normal, `VTXS[${i}].normal`, 'must end with zeros');
    if (words[at + tangent / 4] !== 0)
      problems.add('bad-value', offset + i * GpuVertexV1.size + tangent, `VTXS[${i}].tangent`, 'must end with zeros');
  }
}
