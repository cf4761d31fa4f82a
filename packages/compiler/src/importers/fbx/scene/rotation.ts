// Rotations as quaternions (x y z w), from Euler angles in every order of FBX, by functions that are equal on every machine.

import { sineAndCosine } from '../../../model/math/sine.js';

export type Vector = readonly [number, number, number];
/** x y z w. */
export type Quaternion = readonly [number, number, number, number];

export const NO_ROTATION: Quaternion = [0, 0, 0, 1];

/** The order in which axes turn, by the number in `RotationOrder`. Spheric XYZ turns like XYZ: it differs only between keys. */
export const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [0, 1, 2],
] as const;

/** `degrees`: about x, y and z. */
export function rotationOfEuler(degrees: Vector, order = 0): Quaternion {
  if (degrees[0] === 0 && degrees[1] === 0 && degrees[2] === 0) return NO_ROTATION;
  let rotation = NO_ROTATION;
  for (const axis of ORDERS[order] ?? ORDERS[0]) rotation = rotate(aboutAxis(axis, degrees[axis]), rotation);
  return rotation;
}

function aboutAxis(axis: 0 | 1 | 2, degrees: number): Quaternion {
  const { sine, cosine } = sineAndCosine((degrees % 720) * (Math.PI / 360));
  if (axis === 0) return [sine, 0, 0, cosine];
  return axis === 1 ? [0, sine, 0, cosine] : [0, 0, sine, cosine];
}

/** `b` first, then `a`. */
export const rotate = (a: Quaternion, b: Quaternion): Quaternion => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const inverseOf = (q: Quaternion): Quaternion => [-q[0], -q[1], -q[2], q[3]];

export function turn(q: Quaternion, v: Vector): Vector {
  if (q[0] === 0 && q[1] === 0 && q[2] === 0) return v;
  const tx = 2 * (q[1] * v[2] - q[2] * v[1]);
  const ty = 2 * (q[2] * v[0] - q[0] * v[2]);
  const tz = 2 * (q[0] * v[1] - q[1] * v[0]);
  return [
    v[0] + q[3] * tx + q[1] * tz - q[2] * ty,
    v[1] + q[3] * ty + q[2] * tx - q[0] * tz,
    v[2] + q[3] * tz + q[0] * ty - q[1] * tx,
  ];
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaleBy = (a: Vector, b: Vector): Vector => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
