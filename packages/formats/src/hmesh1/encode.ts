// Writes version 1. Equal models give equal bytes.

import { encodeChunks, rows, whole } from '../chunked/encode-chunks.js';
import { Problems } from '../core/problem.js';
import { bytesOf } from '../core/typed-section.js';
import { HMESH_FORMAT, MeshBounds } from '../hmesh/layout.js';
import { narrowIndices } from '../hmesh/narrow-indices.js';
import { GpuVertexV1, IndicesPreludeV1, MaterialsPreludeV1, VerticesPreludeV1 } from './layout.js';
import type { Hmesh1Model } from './model.js';
import { inspectHmesh1 } from './read.js';

/** Equal models give equal bytes. Throws a plain Error for a model that no file can hold. */
export function encodeHmesh1(model: Hmesh1Model): Uint8Array {
  const count = whole(model.vertices.length / GpuVertexV1.size, 'vertices');
  const meshletCount = whole(model.meshlets.length / 4, 'meshlets');
  if (model.meshletBounds.length !== meshletCount * 8) throw new Error('one MeshletBounds for each meshlet');
  whole(model.meshletTriangles.length / 3, 'meshletTriangles');
  const indices = narrowIndices(model.indices, count);
  const bytes = encodeChunks(HMESH_FORMAT, 1, [
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
  inspectHmesh1(bytes, problems);
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
