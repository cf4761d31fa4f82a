import { toHalf } from '@assetc/formats';
import { expect, it } from 'vitest';
import { compareTexels, parseSource } from './compare.js';

const texels = (data: number[]) => ({ width: data.length / 4, height: 1, data: Uint8Array.from(data) });
const source = (data: number[]) => ({ width: data.length / 4, height: 1, data: Uint8Array.from(data) });

it('gives 10 log10(255² / mean square) for each used channel, and infinity if nothing differs', () => {
  const quality = compareTexels(
    texels([10, 20, 30, 0, 10, 20, 30, 0]),
    source([12, 20, 30, 99, 10, 23, 30, 99]),
    'rgb',
  );
  expect(quality.byChannel[0]).toBeCloseTo(10 * Math.log10((255 * 255) / 2), 9);
  expect(quality.byChannel[1]).toBeCloseTo(10 * Math.log10((255 * 255) / 4.5), 9);
  expect(quality.byChannel[2]).toBe(Number.POSITIVE_INFINITY);
  expect(quality.all).toBeCloseTo(10 * Math.log10((255 * 255) / (13 / 6)), 9);
  expect(quality).toMatchObject({ worst: 3, scale: 'codes' });
});

it('compares light by its logarithm, relative to the maximum of the source', () => {
  const halfs = { width: 1, height: 1, data: Uint16Array.from([3, 1, 0, 1].map(toHalf)) };
  const light = { width: 1, height: 1, data: Float32Array.from([7, 1, 0, 1]) };
  const quality = compareTexels(halfs, light, 'rgb');
  // log2(1 + 3) = 2 instead of log2(1 + 7) = 3, which is the peak.
  expect(quality.byChannel[0]).toBeCloseTo(10 * Math.log10(9 / 1), 9);
  expect(quality).toMatchObject({ worst: 1, scale: 'log' });
});

it('reads the header of a source, and rejects mismatching data', () => {
  const bytes = new Uint8Array(16 + 4 * 4);
  new Uint32Array(bytes.buffer, 0, 4).set([1, 1, 4, 4]);
  new Float32Array(bytes.buffer, 16).set([0.5, 1, 2, 3]);
  expect(parseSource(bytes)).toEqual({ width: 1, height: 1, data: Float32Array.from([0.5, 1, 2, 3]) });
  const askew = new Uint8Array(33);
  askew.set(bytes, 1);
  expect(parseSource(askew.subarray(1))).toEqual(parseSource(bytes));
  expect(() => parseSource(bytes.subarray(0, 20))).toThrow('header');
  expect(() => compareTexels(texels([0, 0, 0, 0, 0, 0, 0, 0]), source([0, 0, 0, 0]), 'rgb')).toThrow('2 × 1');
});
