import { expect, it } from 'vitest';
import { replaceZeroRotations, type SplineReader, toStoredKeys } from './keys.js';

const unexpectedSpline: SplineReader = () => {
  throw new Error('there is no spline');
};
const times = Float32Array.of(0, 1);

it('keeps steps and lines as they are', () => {
  const values = Float32Array.of(1, 2);
  expect(toStoredKeys({ interpolation: 'step', times, values }, 1, 'numbers', unexpectedSpline)).toEqual({
    interpolation: 'step',
    times,
    values,
    isLimited: false,
  });
  expect(toStoredKeys({ interpolation: 'linear', times, values }, 1, 'numbers', unexpectedSpline)?.interpolation).toBe(
    'linear',
  );
});

it('requests linear keys for splines, and reports whether they are limited', () => {
  const spline: SplineReader = (_, width, turns) => ({
    times,
    values: Float32Array.of(width, turns ? 1 : 0, 0, 0),
    isLimited: true,
  });
  const keys = { interpolation: 'cubic', times, values: new Float32Array(6) } as const;
  expect(toStoredKeys(keys, 4, 'rotation', spline)).toMatchObject({
    interpolation: 'linear',
    values: Float32Array.of(4, 1, 0, 0),
    isLimited: true,
  });
});

it('converts numbers to flags, and interpolation to steps', () => {
  const flags = (interpolation: 'linear' | 'cubic', ...values: number[]) =>
    toStoredKeys({ interpolation, times, values: Float32Array.from(values) }, 1, 'flag', unexpectedSpline);
  expect(flags('linear', 0, 255)).toMatchObject({ interpolation: 'step', values: Float32Array.of(0, 1) });
  expect(flags('cubic', 9, 0, 9, 9, 0.5, 9)?.values).toEqual(Float32Array.of(0, 1));
});

it('returns undefined for values beyond 32 bits', () => {
  const values = Float32Array.of(1, Number.POSITIVE_INFINITY);
  expect(toStoredKeys({ interpolation: 'linear', times, values }, 1, 'numbers', unexpectedSpline)).toBeUndefined();
});

it('replaces zero rotations with the identity, in a copy', () => {
  const given = Float32Array.of(0, 0, 0, 0, 0, 1, 0, 0);
  expect(replaceZeroRotations(given)).toEqual(Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0));
  expect(given[3]).toBe(0);
  const good = Float32Array.of(0, 0, 0, 1);
  expect(replaceZeroRotations(good)).toBe(good);
  expect(replaceZeroRotations(new Float32Array(10), 10, 3)[6]).toBe(1);
});
