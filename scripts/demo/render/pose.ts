// Poses a mesh by a clip at a time: joints from the skeleton, interpolated keys, skinned vertices.

import type { AnimationClip, Skin, VertexAttributes } from '@assetc/formats';
import { compose, type Matrix, multiply } from './matrix.js';

export function poseVertices(
  mesh: VertexAttributes,
  skin: Skin,
  clip: AnimationClip | undefined,
  time: number,
): VertexAttributes {
  const palette = jointMatrices(skin, clip, time);
  const positions = new Float32Array(mesh.positions.length);
  const normals = new Float32Array(mesh.normals.length);
  const tangents = Float32Array.from(mesh.tangents);
  const view = new DataView(skin.vertices.buffer, skin.vertices.byteOffset, skin.vertices.byteLength);
  const blended = new Float32Array(16);
  for (let v = 0; v < positions.length / 3; v++) {
    blended.fill(0);
    for (let k = 0; k < 4; k++) {
      const weight = view.getFloat32(v * 24 + 8 + k * 4, true);
      const matrix = palette[view.getUint16(v * 24 + k * 2, true)];
      if (weight === 0 || matrix === undefined) continue;
      for (let i = 0; i < 16; i++) blended[i] = (blended[i] ?? 0) + (matrix[i] ?? 0) * weight;
    }
    transform(blended, mesh.positions, positions, v * 3, v * 3, 1);
    transform(blended, mesh.normals, normals, v * 3, v * 3, 0);
    transform(blended, mesh.tangents, tangents, v * 4, v * 4, 0);
  }
  return { positions, normals, tangents, uvs: mesh.uvs };
}

/** Applies a matrix to three floats; w is 1 for points and 0 for directions. */
export function transform(m: Matrix, from: Float32Array, to: Float32Array, at: number, out: number, w: number): void {
  const [x, y, z] = [from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0];
  for (let r = 0; r < 3; r++) {
    to[out + r] = (m[r] ?? 0) * x + (m[4 + r] ?? 0) * y + (m[8 + r] ?? 0) * z + (m[12 + r] ?? 0) * w;
  }
}

function jointMatrices({ joints }: Skin, clip: AnimationClip | undefined, time: number): readonly Matrix[] {
  const world: Matrix[] = [];
  joints.forEach((joint, j) => {
    const at = (path: 'translation' | 'rotation' | 'scale', rest: readonly number[]) => {
      const channel = clip?.channels.find((c) => c.joint === j && c.path === path);
      return channel === undefined ? rest : valueAt(channel.times, channel.values, rest.length, time);
    };
    const local = compose(at('translation', joint.bindT), at('rotation', joint.bindR), at('scale', joint.bindS));
    const parent = world[joint.parent];
    world.push(parent === undefined ? local : multiply(parent, local));
  });
  return world.map((matrix, j) => multiply(matrix, Float32Array.from(joints[j]?.inverseBind ?? [])));
}

/** Linear between keys; four components are a quaternion: shortest path, normalized. */
function valueAt(times: Float32Array, values: Float32Array, width: number, time: number): readonly number[] {
  let next = times.findIndex((t) => t > time);
  if (next < 0) next = times.length - 1;
  const before = Math.max(0, next - 1);
  const [t0, t1] = [times[before] ?? 0, times[next] ?? 0];
  const mix = t1 > t0 ? Math.min(1, Math.max(0, (time - t0) / (t1 - t0))) : 0;
  const key = (index: number) => Array.from(values.subarray(index * width, (index + 1) * width));
  const [a, b] = [key(before), key(next)];
  const flip = width === 4 && a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) < 0 ? -1 : 1;
  const mixed = a.map((x, i) => x * (1 - mix) + (b[i] ?? 0) * mix * flip);
  if (width !== 4) return mixed;
  const length = Math.sqrt(mixed.reduce((sum, x) => sum + x * x, 0));
  return mixed.map((x) => x / length);
}
