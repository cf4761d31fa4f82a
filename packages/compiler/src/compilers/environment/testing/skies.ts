// Skies for tests, and the mean of one under a lobe by a sum over every texel.

import type { HdrImage } from '../../../model/image/hdr-image.js';
import { sharedFloats } from '../../../model/image/hdr-image.js';
import { rotationOf } from '../portable-trig.js';
import type { Sky } from '../sky.js';
import { POINT_NUMBERS, type SkyPoints } from '../sky-points.js';

type Light = readonly [red: number, green: number, blue: number];

function imageOf(width: number, height: number, light: (x: number, y: number) => Light): HdrImage {
  const pixels = sharedFloats(width * height * 4);
  for (let i = 0; i < width * height; i++) pixels.set([...light(i % width, Math.floor(i / width)), 1], i * 4);
  return { width, height, pixels, hasAlpha: false };
}

export const equirect = (width: number, light: (x: number, y: number) => Light, degrees = 0): Sky => ({
  shape: 'equirect',
  image: imageOf(width, width / 2, light),
  rotation: rotationOf(degrees / 360),
});

/** A sun of four texels in a dim sky. */
export const sunnySky = (width: number): Sky =>
  equirect(width, (x, y) =>
    Math.hypot(x - Math.floor(width * 0.37) + 0.5, y - Math.floor(width * 0.15) + 0.5) < 1
      ? [60000, 50000, 40000]
      : [0.02, 0.03, 0.05],
  );

export const stripedSky = (width: number): Sky =>
  equirect(width, (x) => (Math.floor((x / width) * 64) % 2 === 0 ? [1, 0.1, 5] : [0.1, 3, 0.2]));

/** Red, green and blue for each direction (x y z), by the sum over every texel in f64. */
export function sumEveryTexel(points: SkyPoints, directions: Float64Array, alpha: number): Float64Array {
  const sums = new Float64Array((directions.length / 3) * 4);
  const row = new Float64Array(points.rowPoints * POINT_NUMBERS);
  const slope = (alpha * alpha - 1) / 2;
  for (let y = 0; y < points.rowCount; y++) {
    points.fill(y, row);
    for (let n = 0, to = 0; n < directions.length; n += 3, to += 4) addRow(row, directions, n, slope, sums, to);
  }
  const out = new Float64Array(directions.length);
  for (let i = 0; i < out.length; i++)
    out[i] = (sums[Math.floor(i / 3) * 4 + (i % 3)] ?? 0) / (sums[Math.floor(i / 3) * 4 + 3] ?? 0);
  return out;
}

function addRow(
  row: Float64Array,
  directions: Float64Array,
  n: number,
  slope: number,
  sums: Float64Array,
  to: number,
): void {
  const dx = directions[n] ?? 0;
  const dy = directions[n + 1] ?? 0;
  const dz = directions[n + 2] ?? 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let w = 0;
  for (let p = 0; p < row.length; p += POINT_NUMBERS) {
    const cosine = (row[p] ?? 0) * dx + (row[p + 1] ?? 0) * dy + (row[p + 2] ?? 0) * dz;
    if (cosine <= 0) continue;
    const q = 1 + slope * (1 + cosine);
    const weight = (cosine / (q * q)) * (row[p + 3] ?? 0);
    r += weight * (row[p + 4] ?? 0);
    g += weight * (row[p + 5] ?? 0);
    b += weight * (row[p + 6] ?? 0);
    w += weight;
  }
  sums[to] = (sums[to] ?? 0) + r;
  sums[to + 1] = (sums[to + 1] ?? 0) + g;
  sums[to + 2] = (sums[to + 2] ?? 0) + b;
  sums[to + 3] = (sums[to + 3] ?? 0) + w;
}
