// Vertices between separate attributes and the interleaved GPU layout of either version.

import { viewOf } from '../core/struct.js';
import { packOctahedral, packTangent, unpackOctahedral, unpackTangent } from '../refs/octahedral.js';
import { GpuSkinVertex, GpuVertex, GpuVertexV1 } from './layout.js';

/** One entry per vertex: three floats of position and normal, four of tangent (w is the handedness), two of uv. */
export interface VertexAttributes {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly tangents: Float32Array;
  readonly uvs: Float32Array;
}

interface Interleaving {
  readonly size: number;
  readonly normal: number;
  readonly tangent: number;
  readonly uv: number;
}

const interleavingOf = (version: 1 | 2): Interleaving => {
  const layout = version === 1 ? GpuVertexV1 : GpuVertex;
  return {
    size: layout.size,
    normal: layout.offsetOf('normal'),
    tangent: layout.offsetOf('tangent'),
    uv: layout.offsetOf('uv'),
  };
};

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

export function unpackVertices(vertices: Uint8Array, version: 1 | 2 = 2): VertexAttributes {
  const { size, normal, tangent, uv } = interleavingOf(version);
  const count = Math.floor(vertices.length / size);
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const tangents = new Float32Array(count * 4);
  const uvs = new Float32Array(count * 2);
  for (let i = 0; i < count; i++) {
    const at = i * size;
    positions[i * 3] = view.getFloat32(at, true);
    positions[i * 3 + 1] = view.getFloat32(at + 4, true);
    positions[i * 3 + 2] = view.getFloat32(at + 8, true);
    unpackOctahedral(view.getInt16(at + normal, true), view.getInt16(at + normal + 2, true), normals, i * 3);
    unpackTangent(view.getInt16(at + tangent, true), view.getInt16(at + tangent + 2, true), tangents, i * 4);
    uvs[i * 2] = view.getFloat32(at + uv, true);
    uvs[i * 2 + 1] = view.getFloat32(at + uv + 4, true);
  }
  return { positions, normals, tangents, uvs };
}

/** GpuSkinVertex rows → four joints and four weights a vertex. */
export function unpackSkinVertices(vertices: Uint8Array): {
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
} {
  const count = Math.floor(vertices.length / GpuSkinVertex.size);
  const view = viewOf(vertices);
  const jointsAt = GpuSkinVertex.offsetOf('joints');
  const weightsAt = GpuSkinVertex.offsetOf('weights');
  const joints = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count * 4; i++) {
    const row = (i >> 2) * GpuSkinVertex.size;
    joints[i] = view.getUint16(row + jointsAt + (i & 3) * 2, true);
    weights[i] = view.getFloat32(row + weightsAt + (i & 3) * 4, true);
  }
  return { joints, weights };
}

/** Four joints and four weights a vertex → GpuSkinVertex rows. */
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
