// Rotations between rotations, and back to angles. Only + − × ÷ and square roots, for equal results on every machine.

import { atan2Turns } from '../../../model/math/arctangent.js';
import { ORDERS, type Quaternion, type Vector } from '../scene/rotation.js';

/** The midpoint of the shorter arc. */
function halfway(a: Quaternion, b: Quaternion): Quaternion {
  const sign = dot(a, b) < 0 ? -1 : 1;
  const sum = [a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3]] as const;
  const length = Math.sqrt(dot(sum, sum));
  return length > 0 ? [sum[0] / length, sum[1] / length, sum[2] / length, sum[3] / length] : a;
}

export const dot = (a: Quaternion, b: Quaternion): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];

/** Binary digits of a share: the angle is then within 2^-40 of the whole. */
const DIGITS = 40;

/** A share of the shorter arc from `a` to `b`, by halving: no function of angles is needed. */
export function partOfArc(a: Quaternion, b: Quaternion, share: number): Quaternion {
  if (share <= 0) return a;
  if (share >= 1) return b;
  let [low, high] = [a, b];
  let [from, to] = [0, 1];
  for (let i = 0; i < DIGITS; i++) {
    const middle = halfway(low, high);
    const at = (from + to) / 2;
    if (at === share) return middle;
    if (at < share) [low, from] = [middle, at];
    else [high, to] = [middle, at];
  }
  return halfway(low, high);
}

/** Beyond this sine of the second angle, the other two turn about the same axis. */
const LOCKED = 1 - 1e-12;

/** Degrees about x, y and z. */
export function eulerOfRotation(q: Quaternion, order: number): Vector {
  const [i, j, k] = ORDERS[order] ?? ORDERS[0];
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const m = (row: number, column: number): number => matrixEntry(q, row, column);
  const sine = Math.min(1, Math.max(-1, -sign * m(k, i)));
  const degrees: [number, number, number] = [0, 0, 0];
  degrees[j] = 360 * atan2Turns(sine, Math.sqrt(Math.max(0, 1 - sine * sine)));
  if (Math.abs(sine) < LOCKED) {
    degrees[i] = 360 * atan2Turns(sign * m(k, j), m(k, k));
    degrees[k] = 360 * atan2Turns(sign * m(j, i), m(i, i));
  } else degrees[i] = 360 * atan2Turns(-sign * m(j, k), m(j, j));
  return degrees;
}

/** An entry of the rotation matrix. */
function matrixEntry(q: Quaternion, row: number, column: number): number {
  const [a = 0, b = 0] = [q[row], q[column]];
  if (row === column) return 2 * (a * a + q[3] * q[3]) - 1;
  const third = q[3 - row - column] ?? 0;
  const sign = (column - row + 3) % 3 === 1 ? -1 : 1;
  return 2 * (a * b + sign * third * q[3]);
}
