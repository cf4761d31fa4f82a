// Boxes around the vertices that a skin moves: as they are stored, moved by one transform, or posed.

import type { Matrix } from '../../../model/scene.js';

export interface BoundVertices {
  readonly positions: Float32Array;
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

/** Least x y z, largest x y z. */
export type Corners = Float64Array;

const noCorners = (): Corners => Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);

/** What hangs on each joint, over all vertices. */
export function weightOfJoints(users: readonly BoundVertices[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (const { joints, weights } of users)
    for (let i = 0; i < joints.length; i++) {
      const weight = weights[i] ?? 0;
      if (weight > 0) sums[joints[i] ?? 0] = (sums[joints[i] ?? 0] ?? 0) + weight;
    }
  return sums;
}

/** Undefined: as they are stored. Vertices that hang on nothing do not count. */
export function boxMoved(users: readonly BoundVertices[], matrix: Matrix | undefined): Corners {
  const box = noCorners();
  const rows = rowsOf(matrix === undefined ? [] : [matrix]);
  for (const user of users) {
    const { positions } = user;
    for (let i = 0; i < positions.length / 3; i++) {
      if (weightOf(user, i) === 0) continue;
      for (let axis = 0; axis < 3; axis++)
        widen(box, axis, matrix === undefined ? (positions[i * 3 + axis] ?? 0) : carried(rows, axis, positions, i * 3));
    }
  }
  return box;
}

/** `poses`: what each joint does to its vertices. */
export function boxAtRest(users: readonly BoundVertices[], poses: readonly Matrix[]): Corners {
  const box = noCorners();
  const rows = rowsOf(poses);
  for (const user of users) {
    const { positions, joints, weights } = user;
    for (let i = 0; i < positions.length / 3; i++) {
      const total = weightOf(user, i);
      if (total === 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let k = i * 4; k < i * 4 + 4; k++) {
          const weight = weights[k] ?? 0;
          if (weight > 0) sum += weight * carried(rows, (joints[k] ?? 0) * 3 + axis, positions, i * 3);
        }
        widen(box, axis, sum / total);
      }
    }
  }
  return box;
}

function weightOf({ weights }: BoundVertices, vertex: number): number {
  let sum = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) sum += Math.max(0, weights[k] ?? 0);
  return sum;
}

function widen(box: Corners, axis: number, value: number): void {
  if (value < (box[axis] ?? 0)) box[axis] = value;
  if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value;
}

/** The upper three rows of each, one after the other. */
function rowsOf(matrices: readonly Matrix[]): Float64Array {
  const rows = new Float64Array(matrices.length * 12);
  for (const [i, matrix] of matrices.entries())
    for (let k = 0; k < 12; k++) rows[i * 12 + k] = matrix[(k & 3) * 4 + (k >> 2)] ?? 0;
  return rows;
}

const carried = (rows: Float64Array, row: number, p: Float32Array, at: number): number =>
  (rows[row * 4] ?? 0) * (p[at] ?? 0) +
  (rows[row * 4 + 1] ?? 0) * (p[at + 1] ?? 0) +
  (rows[row * 4 + 2] ?? 0) * (p[at + 2] ?? 0) +
  (rows[row * 4 + 3] ?? 0);
