// Writes version 1. Equal models give equal bytes.

import { FormatError } from '@assetc/formats';
import { bytesOf, encodeChunks, rows, whole } from '@assetc/formats/declare';
import { decodeHmesh1, type Hmesh1Model, narrowIndices } from '@assetc/formats/hmesh1';
import {
  GpuVertexV1,
  HMESH_FORMAT,
  IndicesPreludeV1,
  MaterialsPreludeV1,
  MeshBounds,
  VerticesPreludeV1,
} from '@assetc/formats/layouts';

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
    { name: 'MLVR', bytes: bytesOf(Uint32Array.from(model.meshletVertices)) },
    { name: 'MLTR', bytes: model.meshletTriangles },
    { name: 'MLBN', bytes: bytesOf(model.meshletBounds) },
    {
      name: 'MTRL',
      bytes: joined(rows(MaterialsPreludeV1, [{ count: model.materials.length }]), bytesOf(model.materials)),
    },
  ]);
  assertReadable(bytes);
  return bytes;
}

/** A model may break rules of the format that its types do not show: bounds that are not finite, for example. */
function assertReadable(bytes: Uint8Array): void {
  try {
    decodeHmesh1(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Error(`the model cannot be written: ${error.message}`);
  }
}

function joined(prelude: Uint8Array, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(prelude.length + data.length);
  out.set(prelude);
  out.set(data, prelude.length);
  return out;
}
