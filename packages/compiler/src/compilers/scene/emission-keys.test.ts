import { expect, it } from 'vitest';
import type { PointerChannel } from '../../model/animation.js';
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

const none: SplineReader = () => {
  throw new Error('there is no spline');
};
const material = { emissiveFactor: [0, 0, 0], emission: { factor: [1, 0.5, 0], strength: 4 } } as const;

it('multiplies what is animated with what stands still', () => {
  const factor = channel('step', [0, 1], [1, 1, 1, 0, 1, 0]);
  expect(emissionKeys(factor, undefined, material, none)?.values).toEqual(Float32Array.of(4, 4, 4, 0, 4, 0));
  const strength = channel('linear', [0, 1], [0, 10]);
  expect(emissionKeys(undefined, strength, material, none)).toMatchObject({
    interpolation: 'linear',
    values: Float32Array.of(0, 0, 0, 10, 5, 0),
  });
  expect(emissionKeys(factor, undefined, { emissiveFactor: [1, 1, 1] }, none)?.values).toEqual(factor.values);
});

it('multiplies tangents of splines likewise', () => {
  const strength = channel('cubic', [0], [1, 2, 3]);
  expect(emissionKeys(undefined, strength, material, none)?.values).toEqual(
    Float32Array.of(1, 0.5, 0, 2, 1, 0, 3, 1.5, 0),
  );
});

it('joins the times of two that step', () => {
  const factor = channel('step', [0, 2], [1, 1, 1, 0, 1, 0]);
  const strength = channel('step', [1, 2], [10, 20]);
  expect(emissionKeys(factor, strength, material, none)).toEqual({
    interpolation: 'step',
    times: Float32Array.of(0, 1, 2),
    values: Float32Array.of(10, 10, 10, 10, 10, 10, 0, 20, 0),
  });
});

it('gives the parabola that two lines make, as a spline', () => {
  const factor = channel('linear', [0, 2], [0, 0, 0, 2, 4, 0]);
  const strength = channel('linear', [0, 2], [0, 6]);
  const keys = emissionKeys(factor, strength, material, none);
  expect(keys?.interpolation).toBe('cubic');
  const v = keys?.values ?? new Float32Array();
  // In the middle of a Hermite span: the mean of the ends, and an eighth of the span times the difference of the tangents.
  const middle = (c: number): number =>
    ((v[3 + c] ?? 0) + (v[12 + c] ?? 0)) / 2 + (2 * ((v[6 + c] ?? 0) - (v[9 + c] ?? 0))) / 8;
  expect([middle(0), middle(1), middle(2)]).toEqual([1 * 3, 2 * 3, 0]);
});

it('has nothing for one that steps while the other glides', () => {
  const factor = channel('step', [0], [1, 1, 1]);
  expect(emissionKeys(factor, channel('linear', [0], [1]), material, none)).toBeUndefined();
});
