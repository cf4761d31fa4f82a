import { expect, it } from 'vitest';
import type { PointerChannel } from '../../model/scene/animation.js';
import { emissionKeys } from './emission-keys.js';
import type { SplineReader } from './keys.js';

const channel = (
  interpolation: PointerChannel['interpolation'],
  times: readonly number[],
  values: readonly number[],
): PointerChannel => ({
  interpolation,
  times: Float32Array.from(times),
  values: Float32Array.from(values),
  components: values.length / times.length,
  pointer: '',
  origin: {},
});

const unexpectedSpline: SplineReader = () => {
  throw new Error('there is no spline');
};
const material = { emissiveFactor: [0, 0, 0], emission: { factor: [1, 0.5, 0], strength: 4 } } as const;

it('multiplies the animated part with the constant one', () => {
  const factor = channel('step', [0, 1], [1, 1, 1, 0, 1, 0]);
  expect(emissionKeys(factor, undefined, material, unexpectedSpline)?.values).toEqual(
    Float32Array.of(4, 4, 4, 0, 4, 0),
  );
  const strength = channel('linear', [0, 1], [0, 10]);
  expect(emissionKeys(undefined, strength, material, unexpectedSpline)).toMatchObject({
    interpolation: 'linear',
    values: Float32Array.of(0, 0, 0, 10, 5, 0),
  });
  expect(emissionKeys(factor, undefined, { emissiveFactor: [1, 1, 1] }, unexpectedSpline)?.values).toEqual(
    factor.values,
  );
});

it('multiplies tangents of splines the same way', () => {
  const strength = channel('cubic', [0], [1, 2, 3]);
  expect(emissionKeys(undefined, strength, material, unexpectedSpline)?.values).toEqual(
    Float32Array.of(1, 0.5, 0, 2, 1, 0, 3, 1.5, 0),
  );
});

it('merges the times of two stepped channels', () => {
  const factor = channel('step', [0, 2], [1, 1, 1, 0, 1, 0]);
  const strength = channel('step', [1, 2], [10, 20]);
  expect(emissionKeys(factor, strength, material, unexpectedSpline)).toEqual({
    interpolation: 'step',
    times: Float32Array.of(0, 1, 2),
    values: Float32Array.of(10, 10, 10, 10, 10, 10, 0, 20, 0),
  });
});

it('represents the product of two lines exactly, as a spline', () => {
  const factor = channel('linear', [0, 2], [0, 0, 0, 2, 4, 0]);
  const strength = channel('linear', [0, 2], [0, 6]);
  const keys = emissionKeys(factor, strength, material, unexpectedSpline);
  expect(keys?.interpolation).toBe('cubic');
  const v = keys?.values ?? new Float32Array();
  // At the midpoint of a Hermite segment: the mean of the ends, plus an eighth of the segment times the difference of the tangents.
  const middle = (c: number): number =>
    ((v[3 + c] ?? 0) + (v[12 + c] ?? 0)) / 2 + (2 * ((v[6 + c] ?? 0) - (v[9 + c] ?? 0))) / 8;
  expect([middle(0), middle(1), middle(2)]).toEqual([1 * 3, 2 * 3, 0]);
});

it('returns nothing if one is stepped and the other interpolated', () => {
  const factor = channel('step', [0], [1, 1, 1]);
  expect(emissionKeys(factor, channel('linear', [0], [1]), material, unexpectedSpline)).toBeUndefined();
});
