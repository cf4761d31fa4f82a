import { expect, it } from 'vitest';
import { type SplineReader, storedKeys, withoutZeros } from './keys.js';

const none: SplineReader = () => {
  throw new Error('there is no spline');
};
const times = Float32Array.of(0, 1);

it('leaves steps and lines as they are', () => {
  const values = Float32Array.of(1, 2);
  expect(storedKeys({ interpolation: 'step', times, values }, 1, 'numbers', none)).toEqual({
    interpolation: 'step',
    times,
    values,
    isLimited: false,
  });
  expect(storedKeys({ interpolation: 'linear', times, values }, 1, 'numbers', none)?.interpolation).toBe('linear');
});

it('asks for linear keys instead of splines, and passes on that they are not close', () => {
  const spline: SplineReader = (_, width, turns) => ({
    times,
    values: Float32Array.of(width, turns ? 1 : 0, 0, 0),
    isLimited: true,
  });
  const keys = { interpolation: 'cubic', times, values: new Float32Array(6) } as const;
  expect(storedKeys(keys, 4, 'rotation', spline)).toMatchObject({
    interpolation: 'linear',
    values: Float32Array.of(4, 1, 0, 0),
    isLimited: true,
  });
});

it('makes flags of numbers, and steps of whatever lies between them', () => {
  const flags = (interpolation: 'linear' | 'cubic', ...values: number[]) =>
    storedKeys({ interpolation, times, values: Float32Array.from(values) }, 1, 'flag', none);
  expect(flags('linear', 0, 255)).toMatchObject({ interpolation: 'step', values: Float32Array.of(0, 1) });
  expect(flags('cubic', 9, 0, 9, 9, 0.5, 9)?.values).toEqual(Float32Array.of(0, 1));
});

it('has nothing for values beyond 32 bits', () => {
  const values = Float32Array.of(1, Number.POSITIVE_INFINITY);
  expect(storedKeys({ interpolation: 'linear', times, values }, 1, 'numbers', none)).toBeUndefined();
});

it('turns rotations without length into none, in a copy', () => {
  const given = Float32Array.of(0, 0, 0, 0, 0, 1, 0, 0);
  expect(withoutZeros(given)).toEqual(Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0));
  expect(given[3]).toBe(0);
  const good = Float32Array.of(0, 0, 0, 1);
  expect(withoutZeros(good)).toBe(good);
  expect(withoutZeros(new Float32Array(10), 10, 3)[6]).toBe(1);
});
