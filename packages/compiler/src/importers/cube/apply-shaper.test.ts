// Compared with shaper and table evaluated one after the other, in the simplest way: weights of eight corners.

import { expect, it } from 'vitest';
import type { Lut } from '../../model/image/lut.js';
import { applyShaper, type Shaper } from './apply-shaper.js';

type Rgb = readonly [number, number, number];

function corner({ size, values }: Lut, r: number, g: number, b: number): Rgb {
  const at = ((b * size + g) * size + r) * 3;
  return [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
}

function sampleTable(lut: Lut, input: Rgb): Rgb {
  const scaled = input.map((x) => Math.min(Math.max(x, 0), 1) * (lut.size - 1));
  const out: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < 8; i++) {
    const picked = scaled.map((x, axis) => Math.min(Math.floor(x) + ((i >> axis) & 1), lut.size - 1));
    const weight = scaled.reduce(
      (w, x, axis) => w * ((i >> axis) & 1 ? x - Math.floor(x) : 1 - (x - Math.floor(x))),
      1,
    );
    const rgb = corner(lut, picked[0] ?? 0, picked[1] ?? 0, picked[2] ?? 0);
    for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + weight * (rgb[c] ?? 0);
  }
  return out;
}

function applyCurves({ size, values }: Shaper, input: Rgb, low: number, high: number): Rgb {
  const channel = (c: 0 | 1 | 2): number => {
    const at = input[c] * (size - 1);
    const i = Math.floor(at);
    const next = Math.min(i + 1, size - 1);
    const curve = (values[i * 3 + c] ?? 0) * (1 - (at - i)) + (values[next * 3 + c] ?? 0) * (at - i);
    return (curve - low) / (high - low);
  };
  return [channel(0), channel(1), channel(2)];
}

const shaperOf = (size: number, curve: (x: number, channel: number) => number): Shaper => ({
  size,
  values: Float32Array.from({ length: size * 3 }, (_, i) => curve(Math.floor(i / 3) / (size - 1), i % 3)),
});

/** A table that mixes the channels and curves them. */
function tableOf(size: number): Lut {
  const values = new Float32Array(size ** 3 * 3);
  for (let i = 0; i < size ** 3; i++) {
    const [r, g, b] = [i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)].map((v) => v / (size - 1));
    values.set([(r ?? 0) * (r ?? 0), 0.7 * (g ?? 0) + 0.3 * (b ?? 0), 1 - (b ?? 0) * (r ?? 0)], i * 3);
  }
  return { size, values };
}

const inputs: Rgb[] = Array.from({ length: 4000 }, (_, i) => [
  ((i * 7919) % 4001) / 4000,
  ((i * 104729) % 4003) / 4002,
  ((i * 1299709) % 4007) / 4006,
]);

const soft = shaperOf(1024, (x, c) => (c === 0 ? x * x : c === 1 ? x * (2 - x) : Math.sqrt(0.01 + 0.99 * x)));

it('is exact at its own entries', () => {
  const table = tableOf(17);
  const { lut } = applyShaper(soft, table, [0, 1]);
  for (let i = 0; i < lut.size ** 3; i += 31) {
    const last = lut.size - 1;
    const input: Rgb = [
      (i % lut.size) / last,
      (Math.floor(i / lut.size) % lut.size) / last,
      Math.floor(i / lut.size ** 2) / last,
    ];
    const expected = sampleTable(table, applyCurves(soft, input, 0, 1));
    for (let c = 0; c < 3; c++) expect(lut.values[i * 3 + c]).toBeCloseTo(expected[c] ?? 0, 6);
  }
});

it.each([
  ['soft curves', soft, [0, 1]],
  ['a different input range', soft, [-0.25, 1.5]],
  ['a steep start', shaperOf(4096, (x) => Math.sqrt(Math.sqrt(0.001 + 0.999 * x))), [0, 1]],
  ['steps', shaperOf(9, (x) => Math.round(x * 3) / 3), [0, 1]],
] as const)('deviates from shaper and table by little more than the reported error: %s', (_, shaper, range) => {
  const table = tableOf(17);
  const { lut, error } = applyShaper(shaper, table, range);
  let maxError = 0;
  for (const input of inputs) {
    const expected = sampleTable(table, applyCurves(shaper, input, range[0], range[1]));
    const got = sampleTable(lut, input);
    for (let c = 0; c < 3; c++) maxError = Math.max(maxError, Math.abs((expected[c] ?? 0) - (got[c] ?? 0)));
  }
  expect(maxError).toBeLessThanOrEqual(error * 1.05 + 1e-6);
  expect(error).toBeLessThan(maxError * 8 + 1e-6);
});

it('keeps the grid of the table if that is good enough, and otherwise takes a finer one', () => {
  const straight = shaperOf(2, (x) => x);
  expect(applyShaper(straight, tableOf(17), [0, 1])).toMatchObject({ lut: { size: 17 }, error: expect.closeTo(0, 6) });
  expect(applyShaper(soft, tableOf(17), [0, 1]).lut.size).toBeGreaterThan(17);
});

it('measures errors relative to the largest value', () => {
  const table = tableOf(17);
  const bright = { size: 17, values: table.values.map((v) => v * 100) };
  const [plain, scaled] = [applyShaper(soft, table, [0, 1]), applyShaper(soft, bright, [0, 1])];
  expect(scaled.error).toBeCloseTo(plain.error, 5);
});
