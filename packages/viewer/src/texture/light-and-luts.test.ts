import { toHalf } from '@assetc/formats';
import { expect, it } from 'vitest';
import { heatColor, heatRamp } from './heat.js';
import { luminanceHistogram, mergeHistograms } from './histogram.js';
import { applyLut, lutOf } from './lut.js';
import { makeTestPicture } from './test-picture.js';

it('counts luminance by stops, and black and infinite texels separately', () => {
  const gray = [1, 2, 0, Number.POSITIVE_INFINITY, 0.5].flatMap((v) => [v, v, v, 1]);
  const histogram = luminanceHistogram({ width: 5, height: 1, data: Uint16Array.from(gray.map(toHalf)) });
  const perStop = histogram.bins.length / (histogram.to - histogram.from);
  const binOf = (stop: number): number => Math.floor((stop - histogram.from) * perStop);
  const inStop = (stop: number): number =>
    [...histogram.bins.subarray(binOf(stop) - 1, binOf(stop) + 1)].reduce((sum, count) => sum + count, 0);
  expect([inStop(-1), inStop(0), inStop(1)]).toEqual([1, 1, 1]);
  expect(histogram).toMatchObject({ black: 1, notFinite: 1, least: 0 });
  expect(histogram.greatest).toBeCloseTo(2, 5);
  expect(histogram.mean).toBeCloseTo(3.5 / 4, 5);
  const twice = mergeHistograms([histogram, histogram]);
  expect([...(twice?.bins ?? [])]).toEqual([...histogram.bins].map((count) => count * 2));
  expect(twice).toMatchObject({ black: 2, greatest: histogram.greatest, mean: histogram.mean });
});

it('interpolates a lookup table between its entries, and mixes by strength', () => {
  // Two entries per side: red is inverted, green and blue are unchanged.
  const slice = (blue: number) => ({
    width: 2,
    height: 2,
    data: Uint8Array.from([255, 0, blue, 255, 0, 0, blue, 255, 255, 255, blue, 255, 0, 255, blue, 255]),
  });
  const lut = lutOf([slice(0), slice(255)]);
  const picture = { width: 1, height: 1, data: Uint8Array.from([64, 100, 200, 255]) };
  expect([...applyLut(lut, picture)]).toEqual([191, 100, 200, 255]);
  expect([...applyLut(lut, picture, 0)]).toEqual([64, 100, 200, 255]);
  expect(applyLut(lut, picture, 0.5)[0]).toBeCloseTo(127.5, -0.5);
});

it('draws a test picture with many colors and a full gray ramp', () => {
  const { data, width } = makeTestPicture();
  const grays = new Set(Array.from({ length: width }, (_, x) => data[(290 * width + x) * 4]));
  expect(grays.size).toBe(256);
  expect(
    new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(i * 4, i * 4 + 3).join())).size,
  ).toBeGreaterThan(20_000);
});

it('runs from black to white with growing lightness', () => {
  const lightness = Array.from({ length: 256 }, (_, i) => {
    const [r = 0, g = 0, b = 0] = heatRamp().subarray(i * 4, i * 4 + 3);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  for (const [i, value] of lightness.entries()) expect(value).toBeGreaterThanOrEqual((lightness[i - 1] ?? 0) - 0.8);
  expect(heatColor(2)).toEqual(heatColor(1));
});
