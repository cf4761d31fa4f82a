// Separate attributes → the interleaved GPU layout of either version.

import { packOctahedral, packTangent } from '../codec/pack-octahedral.js';
import { GpuSkinVertex } from './layout.js';
import { interleavingOf, type VertexAttributes } from './vertex-attributes.js';

/** Attributes → rows for the GPU, of either version. */
export function packVertices({ positions, normals, tangents, uvs }: VertexAttributes, version: 1 | 2 = 2): Uint8Array {
  const count = positions.length / 3;
  if (normals.length !== count * 3 || tangents.length !== count * 4 || uvs.length !== count * 2)
    throw new Error('attributes of different lengths');
  const { size, normal, tangent, uv } = interleavingOf(version);
  const buffer = new ArrayBuffer(count * size);
  const floats = new Float32Array(buffer);
  const shorts = new Int16Array(buffer);
  for (let i = 0; i < count; i++) {
    const f = (i * size) / 4;
    const s = (i * size) / 2;
    floats[f] = positions[i * 3] ?? 0;
    floats[f + 1] = positions[i * 3 + 1] ?? 0;
    floats[f + 2] = positions[i * 3 + 2] ?? 0;
    packOctahedral(normals[i * 3] ?? 0, normals[i * 3 + 1] ?? 0, normals[i * 3 + 2] ?? 0, shorts, s + normal / 2);
    packTangent(
      tangents[i * 4] ?? 0,
      tangents[i * 4 + 1] ?? 0,
      tangents[i * 4 + 2] ?? 0,
      tangents[i * 4 + 3] ?? 0,
      shorts,
      s + tangent / 2,
    );
    floats[f + uv / 4] = uvs[i * 2] ?? 0;
    floats[f + uv / 4 + 1] = uvs[i * 2 + 1] ?? 0;
  }
  return new Uint8Array(buffer);
}

/** Four joints and four weights per vertex → GpuSkinVertex rows. */
export function packSkinVertices(joints: Uint16Array, weights: Float32Array): Uint8Array {
  if (joints.length !== weights.length || joints.length % 4 !== 0) throw new Error('four joints and weights a vertex');
  const bytes = new Uint8Array((joints.length / 4) * GpuSkinVertex.size);
  const shorts = new Uint16Array(bytes.buffer);
  const floats = new Float32Array(bytes.buffer);
  for (let i = 0; i < joints.length; i++) {
    const vertex = i >> 2;
    shorts[vertex * 12 + (i & 3)] = joints[i] ?? 0;
    floats[vertex * 6 + 2 + (i & 3)] = weights[i] ?? 0;
  }
  return bytes;
}
