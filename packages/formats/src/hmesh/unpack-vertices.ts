// The interleaved GPU layout of either version → separate attributes.

import { unpackOctahedral, unpackTangent } from '../codec/unpack-octahedral.js';
import { viewOf } from '../core/struct.js';
import { GpuSkinVertex } from './layout.js';
import { interleavingOf, type VertexAttributes } from './vertex-attributes.js';

/**
 * Rows for the GPU, of either version → attributes.
 *
 * @example
 * const { positions, normals } = unpackVertices(mesh.vertices, mesh.version);
 */
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

/** GpuSkinVertex rows → four joints and four weights per vertex. */
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
