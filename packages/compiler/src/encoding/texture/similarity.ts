// Similarity transforms: rotation, uniform scale and translation. They can be folded into a joint's pose and keys, because they
// commute with how poses are interpolated.

import { decompose, determinant, multiply } from '../../model/math/matrix.js';
import type { Matrix, RestPose } from '../../model/scene/scene.js';
import type { Similarity } from '../../model/scene/skeleton.js';

/** Allowed rounding error of 32-bit floats, relative to the scale. */
const TOLERANCE = 1e-6;

/** Undefined if axes have different scales, or are sheared or mirrored. */
export function similarityOf(m: Matrix): Similarity | undefined {
  if (!(determinant(m) > 0)) return undefined;
  const dot = (a: number, b: number): number => {
    let sum = 0;
    for (let row = 0; row < 3; row++) sum += (m[a * 4 + row] ?? 0) * (m[b * 4 + row] ?? 0);
    return sum;
  };
  const square = dot(0, 0);
  const limit = square * TOLERANCE;
  for (let a = 0; a < 3; a++)
    for (let b = a; b < 3; b++) if (Math.abs(dot(a, b) - (a === b ? square : 0)) > limit) return undefined;
  const { translation, rotation, scale } = decompose(m);
  const mean = ((scale[0] ?? 1) + (scale[1] ?? 1) + (scale[2] ?? 1)) / 3;
  return { translation, rotation: normalizeQuaternion(rotation), scale: mean };
}

/** The pose with the similarity above it applied. */
export function foldPose(above: Similarity, { translation, rotation, scale }: RestPose): RestPose {
  return {
    translation: foldTranslation(above, translation),
    rotation: foldRotation(above, rotation),
    scale: scale.map((s) => s * above.scale),
  };
}

export function foldTranslation(above: Similarity, t: ArrayLike<number>): number[] {
  const rotated = rotate(above.rotation, t[0] ?? 0, t[1] ?? 0, t[2] ?? 0);
  return rotated.map((v, axis) => v * above.scale + (above.translation[axis] ?? 0));
}

export function foldRotation({ rotation }: Similarity, r: ArrayLike<number>): number[] {
  const [ax = 0, ay = 0, az = 0, aw = 1] = rotation;
  const bx = r[0] ?? 0;
  const by = r[1] ?? 0;
  const bz = r[2] ?? 0;
  const bw = r[3] ?? 1;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function rotate([x = 0, y = 0, z = 0, w = 1]: readonly number[], vx: number, vy: number, vz: number): number[] {
  const cx = 2 * (y * vz - z * vy);
  const cy = 2 * (z * vx - x * vz);
  const cz = 2 * (x * vy - y * vx);
  return [vx + w * cx + y * cz - z * cy, vy + w * cy + z * cx - x * cz, vz + w * cz + x * cy - y * cx];
}

function normalizeQuaternion(q: readonly number[]): readonly number[] {
  const length = Math.sqrt(q.reduce((sum, n) => sum + n * n, 0));
  return length === 0 ? [0, 0, 0, 1] : q.map((n) => n / length);
}

export const multiplyOptional = (above: Matrix | undefined, local: Matrix): Matrix =>
  above === undefined ? local : multiply(above, local);
