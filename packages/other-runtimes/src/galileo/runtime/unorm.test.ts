import { expect, it } from 'vitest';
import { packColors, packTexcoords, packWeights } from './unorm.js';

it('rounds coordinates to the nearest step and keeps both ends', () => {
  expect(packTexcoords(Float32Array.of(0, 1, 0.5, 0.25))).toEqual({
    values: Uint16Array.of(0, 65535, 32768, 16384),
    wrapped: 0,
  });
});

it('wraps as a repeating sampler does, counting vertices', () => {
  expect(packTexcoords(Float32Array.of(1.5, -0.5, 0, 0, 3, 1))).toEqual({
    values: Uint16Array.of(32768, 32768, 0, 0, 0, 65535),
    wrapped: 2,
  });
});

it('rounds a value less than half a step outside to the nearest end', () => {
  expect(packTexcoords(Float32Array.of(1.000001, -0.000001))).toEqual({ values: Uint16Array.of(65535, 0), wrapped: 0 });
});

it('clamps colors', () => {
  expect(packColors(Float32Array.of(-1, 0.5, 1, 7))).toEqual(Uint8Array.of(0, 128, 255, 255));
});

it('packs normalized weights to the full sum and leaves others alone', () => {
  const third = 1 / 3;
  const packed = packWeights(Float32Array.of(third, third, third, 0, 0.3, 0.3, 0.2, 0.2, 0, 0, 0, 0, 1, 1, 0, 0));
  const sums = [0, 4, 8, 12].map((i) => packed.subarray(i, i + 4).reduce((sum, n) => sum + n, 0));
  expect(sums).toEqual([65535, 65535, 0, 131070]);
});
