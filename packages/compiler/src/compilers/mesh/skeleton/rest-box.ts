// Bounding boxes of the vertices that a skin moves: as stored, transformed, or posed.

import type { Matrix } from '../../../model/scene/scene.js';

export interface BoundVertices {
  readonly positions: Float32Array;
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
}

/** Minimum x y z, maximum x y z. */
export type Corners = Float64Array;

const emptyBox = (): Corners => Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);

/** The total weight of each joint, over all vertices. */
export function weightOfJoints(users: readonly BoundVertices[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (const { joints, weights } of users)
    for (let i = 0; i < joints.length; i++) {
      const weight = weights[i] ?? 0;
      if (weight > 0) sums[joints[i] ?? 0] = (sums[joints[i] ?? 0] ?? 0) + weight;
    }
  return sums;
}

/** As stored if `matrix` is undefined. Vertices without weights do not count. */
export function boxTransformed(users: readonly BoundVertices[], matrix: Matrix | undefined): Corners {
  const box = emptyBox();
  const rows = rowsOf(matrix === undefined ? [] : [matrix]);
  for (const user of users) {
    const { positions } = user;
    for (let i = 0; i < positions.length / 3; i++) {
      if (weightOf(user, i) === 0) continue;
      for (let axis = 0; axis < 3; axis++)
        extend(
          box,
          axis,
          matrix === undefined ? (positions[i * 3 + axis] ?? 0) : transformAxis(rows, axis, positions, i * 3),
        );
    }
  }
  return box;
}

/** `poses`: the matrix of each joint. */
export function boxAtRest(users: readonly BoundVertices[], poses: readonly Matrix[]): Corners {
  const box = emptyBox();
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
          if (weight > 0) sum += weight * transformAxis(rows, (joints[k] ?? 0) * 3 + axis, positions, i * 3);
        }
        extend(box, axis, sum / total);
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

function extend(box: Corners, axis: number, value: number): void {
  if (value < (box[axis] ?? 0)) box[axis] = value;
  if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value;
}

/** The upper three rows of each matrix, one after another. */
function rowsOf(matrices: readonly Matrix[]): Float64Array {
  const rows = new Float64Array(matrices.length * 12);
  for (const [i, matrix] of matrices.entries())
    for (let k = 0; k < 12; k++) rows[i * 12 + k] = matrix[(k & 3) * 4 + (k >> 2)] ?? 0;
  return rows;
}

const transformAxis = (rows: Float64Array, row: number, p: Float32Array, at: number): number =>
  (rows[row * 4] ?? 0) * (p[at] ?? 0) +
  (rows[row * 4 + 1] ?? 0) * (p[at + 1] ?? 0) +
  (rows[row * 4 + 2] ?? 0) * (p[at + 2] ?? 0) +
  (rows[row * 4 + 3] ?? 0);
