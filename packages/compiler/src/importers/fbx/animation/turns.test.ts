import { expect, it } from 'vitest';
import { type Quaternion, rotationOfEuler, type Vector } from '../scene/rotation.js';
import { dot, eulerOfRotation, partOfArc } from './turns.js';

const same = (a: Quaternion, b: Quaternion): number => Math.abs(dot(a, b));

it('returns angles that turn the same way, in every order', () => {
  const angles: readonly Vector[] = [
    [10, 20, 30],
    [-120, 75, 170],
    [0, 90, 0],
    [30, -90, 10],
    [90, 0, 0],
    [45, 5, -90],
  ];
  for (let order = 0; order < 7; order++)
    for (const euler of angles) {
      const rotation = rotationOfEuler(euler, order);
      expect(same(rotationOfEuler(eulerOfRotation(rotation, order), order), rotation)).toBeCloseTo(1, 9);
    }
});

it('returns the angles themselves if they are small', () => {
  for (let order = 0; order < 6; order++) {
    const euler = eulerOfRotation(rotationOfEuler([10, 20, 30], order), order);
    for (const [axis, degrees] of [10, 20, 30].entries()) expect(euler[axis]).toBeCloseTo(degrees, 8);
  }
});

it('goes along the arc at a constant pace', () => {
  const end = rotationOfEuler([80, 0, 0]);
  for (const share of [0, 0.1, 0.25, 0.6, 1])
    expect(same(partOfArc([0, 0, 0, 1], end, share), rotationOfEuler([80 * share, 0, 0]))).toBeCloseTo(1, 12);
});

it('takes the shorter arc', () => {
  const [x, y, z, w] = rotationOfEuler([80, 0, 0]);
  expect(same(partOfArc([0, 0, 0, 1], [-x, -y, -z, -w], 0.5), rotationOfEuler([40, 0, 0]))).toBeCloseTo(1, 12);
});
