// Skinned surfaces drawn over rings: the dragon's body, head, jaw and horns. Normals follow from the finished shape.

import { emptyGeometry, type Geometry, joinGrid } from './gltf-writer.js';

export interface Skinned extends Geometry {
  readonly joints: number[];
  readonly weights: number[];
}

export const emptySkinned = (): Skinned => ({ ...emptyGeometry(), joints: [], weights: [] });

export interface Ring {
  readonly center: readonly [number, number, number];
  /** Half width and half height; a number for both. */
  readonly radius: number | readonly [number, number];
  /** Position along the texture. */
  readonly v: number;
}

export type Bind = (target: Skinned, z: number) => void;

/** Rings from back to front (growing z); `around` is how often the texture repeats around the axis. */
export function loft(target: Skinned, rings: readonly Ring[], sides: number, around: number, bind: Bind): void {
  const first = target.positions.length / 3;
  for (const { center, radius, v } of rings) {
    const [rx, ry] = typeof radius === 'number' ? [radius, radius] : radius;
    for (let s = 0; s <= sides; s++) {
      const angle = (s / sides) * Math.PI * 2;
      target.positions.push(center[0] + Math.sin(angle) * rx, center[1] + Math.cos(angle) * ry, center[2]);
      target.normals.push(0, 0, 0);
      target.uvs.push((s / sides) * around, v);
      bind(target, center[2]);
    }
  }
  const from = target.indices.length;
  joinGrid(target.indices, first, sides, rings.length - 1);
  for (let i = from; i < target.indices.length; i += 3) {
    const [a, b] = [target.indices[i] ?? 0, target.indices[i + 1] ?? 0];
    target.indices[i] = b;
    target.indices[i + 1] = a;
  }
}

/** Area-weighted normals. Vertices at the same position share one, so that seams are invisible. */
export function smoothNormals(mesh: Geometry): void {
  const { positions, normals, indices } = mesh;
  const at = (i: number, c: number) => positions[i * 3 + c] ?? 0;
  const key = (i: number) => [0, 1, 2].map((c) => Math.round(at(i, c) * 1e5)).join();
  const sums = new Map<string, [number, number, number]>();
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] ?? 0, indices[t + 1] ?? 0, indices[t + 2] ?? 0];
    const u = [0, 1, 2].map((k) => at(b, k) - at(a, k));
    const w = [0, 1, 2].map((k) => at(c, k) - at(a, k));
    const n = [0, 1, 2].map(
      (k) => (u[(k + 1) % 3] ?? 0) * (w[(k + 2) % 3] ?? 0) - (u[(k + 2) % 3] ?? 0) * (w[(k + 1) % 3] ?? 0),
    );
    for (const i of [a, b, c]) {
      const sum = sums.get(key(i)) ?? [0, 0, 0];
      for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + (n[k] ?? 0);
      sums.set(key(i), sum);
    }
  }
  for (let i = 0; i < positions.length / 3; i++) {
    const sum = sums.get(key(i)) ?? [0, 1, 0];
    const length = Math.sqrt(sum.reduce((s, x) => s + x * x, 0)) || 1;
    for (let k = 0; k < 3; k++) normals[i * 3 + k] = (sum[k] ?? 0) / length;
  }
}
