import { expect, it } from 'vitest';
import { mergeWeights } from './merge-weights.js';

const keys = (interpolation: 'STEP' | 'LINEAR', times: number[], values: number[]) => ({
  interpolation,
  times: Float32Array.from(times),
  values: Float32Array.from(values),
});

it('keeps keys at common times, key by key, with default weights for targets that do not move', () => {
  const merged = mergeWeights([keys('STEP', [0, 1], [0, 1]), undefined, keys('STEP', [0, 1], [3, 4])], [0, 0.5, 0]);
  expect(merged).toEqual(keys('STEP', [0, 1], [0, 0.5, 3, 1, 0.5, 4]));
});

it('merges different times', () => {
  const merged = mergeWeights([keys('LINEAR', [0, 2], [0, 1]), keys('LINEAR', [1], [7])], [0, 0]);
  expect(merged).toEqual(keys('LINEAR', [0, 1, 2], [0, 7, 0.5, 7, 1, 7]));
});

it('combines a step with a linear channel', () => {
  const merged = mergeWeights([keys('LINEAR', [0, 2], [0, 2]), keys('STEP', [0, 1], [5, 6])], [0, 0]);
  const before = 1 - 2 ** -24;
  expect([...(merged?.times ?? [])]).toEqual([0, before, 1, 2]);
  expect([...(merged?.values ?? [])]).toEqual([0, 5, Math.fround(before), 5, 1, 6, 2, 6]);
});

it('returns undefined if nothing moves', () => {
  expect(mergeWeights([undefined, undefined], [1, 2])).toBeUndefined();
});
