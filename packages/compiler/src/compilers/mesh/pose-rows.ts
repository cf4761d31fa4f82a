// Freezes skinned vertices in the pose that joint matrices describe, and binds rows rigidly to one joint.

import { cofactors, determinant } from '../../model/matrix.js';
import type { Matrix } from '../../model/scene.js';
import { turn } from './place-rows.js';
import { NORMAL, TANGENT, type VertexRows } from './vertex-rows.js';

export function poseRows(rows: VertexRows, jointMatrices: readonly Matrix[]): void {
  const { floats, bits, count } = rows;
  const { words, skin } = rows.layout;
  const blended = new Float64Array(16);
  const linear = new Float64Array(9);
  for (let i = 0; i < count; i++) {
    const p = i * words;
    blended.fill(0);
    for (let c = 0; c < 4; c++) {
      const weight = floats[p + skin + 2 + c] ?? 0;
      const joint = ((bits[p + skin + (c >> 1)] ?? 0) >>> ((c & 1) * 16)) & 0xffff;
      const matrix = jointMatrices[joint];
      if (weight === 0 || matrix === undefined) continue;
      for (let k = 0; k < 16; k++) blended[k] = (blended[k] ?? 0) + weight * (matrix[k] ?? 0);
    }
    const x = floats[p] ?? 0;
    const y = floats[p + 1] ?? 0;
    const z = floats[p + 2] ?? 0;
    for (let row = 0; row < 3; row++)
      floats[p + row] =
        (blended[row] ?? 0) * x +
        (blended[4 + row] ?? 0) * y +
        (blended[8 + row] ?? 0) * z +
        (blended[12 + row] ?? 0) +
        0;
    for (let k = 0; k < 9; k++) linear[k] = blended[Math.floor(k / 3) * 4 + (k % 3)] ?? 0;
    const normalMatrix = cofactors(blended);
    if (determinant(blended) < 0) {
      for (let k = 0; k < 9; k++) normalMatrix[k] = -(normalMatrix[k] ?? 0);
      floats[p + TANGENT + 3] = 0 - (floats[p + TANGENT + 3] ?? 0);
    }
    turn(floats, p + NORMAL, normalMatrix);
    turn(floats, p + TANGENT, linear);
  }
}

/** Whether a pose turns the mesh inside out: then triangles are flipped as well. Decided by its first joint. */
export const posesMirrored = (jointMatrices: readonly Matrix[]): boolean =>
  jointMatrices[0] !== undefined && determinant(jointMatrices[0]) < 0;

export function bindRigidly(rows: VertexRows, joint: number): void {
  const { words, skin } = rows.layout;
  for (let i = 0; i < rows.count; i++) {
    const at = i * words + skin;
    rows.bits.fill(0, at, at + 6);
    rows.bits[at] = joint;
    rows.floats[at + 2] = 1;
  }
}
