// Converts luminance with chroma at every other texel of every other row to RGB, bit-exactly like OpenEXR's reader: every step is
// rounded to half. Missing chroma is interpolated from seven samples on each side, along rows first. Then texels that are more saturated
// than their neighbors allow are desaturated.

import { fromHalf, toHalf } from '@assetc/formats';
import { type Chromaticities, matrixOfChromaticities, SRGB_CHROMATICITIES } from '../../../model/image/color-space.js';

interface ChromaPlanes {
  readonly width: number;
  readonly height: number;
  readonly luminance: Float32Array;
  /** Half the width and height. */
  readonly red: Float32Array;
  readonly blue: Float32Array;
}

/** Weights of the samples at ±1, ±3, … ±13. */
const TAPS = Float32Array.of(0.627123, -0.186077, 0.087929, -0.043159, 0.019597, -0.00754, 0.002128);

const { fround } = Math;
const roundToHalf = (value: number): number => fromHalf(toHalf(value));

type Weights = readonly [red: number, green: number, blue: number];

/** The weight of each primary in the luminance, with the same f32 operations as OpenEXR. */
export function luminanceWeights(chromaticities: Chromaticities = SRGB_CHROMATICITIES): Weights {
  const valid = matrixOfChromaticities(chromaticities) === undefined ? SRGB_CHROMATICITIES : chromaticities;
  const [wx = 0, wy = 0, rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0] = Float32Array.from(valid);
  const x = fround(wx / wy);
  const xz = fround(x + fround(fround(fround(1 - wx) - wy) / wy));
  const less = (y: number): number => fround(fround(y - 1) + fround(y * xz));
  const divisor = fround(
    fround(fround(rx * fround(by - gy)) + fround(bx * fround(gy - ry))) + fround(gx * fround(ry - by)),
  );
  const share = (first: number, plus: number, minus: number, y: number): number =>
    fround(fround(fround(fround(first + plus) + minus) / divisor) * y);
  const red = share(fround(x * fround(by - gy)), -fround(gx * less(by)), fround(bx * less(gy)), ry);
  const green = share(fround(x * fround(ry - by)), fround(rx * less(by)), -fround(bx * less(ry)), gy);
  const blue = share(fround(x * fround(gy - ry)), -fround(rx * less(gy)), fround(gx * less(ry)), by);
  const sum = fround(fround(red + green) + blue);
  return [fround(red / sum), fround(green / sum), fround(blue / sum)];
}

/** Writes RGB of each texel to RGBA values. */
export function convertChroma(planes: ChromaPlanes, weights: Weights, pixels: Float32Array): void {
  const { width, height } = planes;
  const red = interpolateRows(planes.red, width, height);
  const blue = interpolateRows(planes.blue, width, height);
  // Three rows: above, current, below.
  let rows = [-1, 0, 1].map((y) => rgbRow(planes, red, blue, weights, y, new Float32Array(width * 3)));
  for (let y = 0; y < height; y++) {
    const [above, current, below] = rows;
    if (above === undefined || current === undefined || below === undefined) throw new Error('a row is missing');
    fixSaturation(above, current, below, weights, pixels, y * width * 4);
    rows = [current, below, rgbRow(planes, red, blue, weights, y + 2, above)];
  }
}

/** Interpolates chroma along rows; every other row still has none. */
function interpolateRows(chroma: Float32Array, width: number, height: number): Float32Array {
  const columns = width >> 1;
  const wide = new Float32Array(width * (height >> 1));
  const at = (row: number, column: number): number =>
    chroma[row * columns + Math.max(0, Math.min(columns - 1, column))] ?? 0;
  for (let row = 0; row < height >> 1; row++)
    for (let x = 0; x < columns; x++) {
      wide[row * width + x * 2] = at(row, x);
      let sum = 0;
      // In sample order, because the rounding of sums depends on it.
      for (let tap = -7; tap < 7; tap++) {
        const weight = TAPS[tap < 0 ? -tap - 1 : tap] ?? 0;
        const term = fround(at(row, x + tap + 1) * weight);
        sum = tap === -7 ? term : fround(sum + term);
      }
      wide[row * width + x * 2 + 1] = roundToHalf(sum);
    }
  return wide;
}

/** Rows outside the image repeat the outermost row; below it, the last that has chroma. */
function rgbRow(
  { width, height, luminance }: ChromaPlanes,
  red: Float32Array,
  blue: Float32Array,
  weights: Weights,
  y: number,
  out: Float32Array,
): Float32Array {
  const row = y < 0 ? 0 : y >= height ? height - 2 : y;
  const isEven = (y & 1) === 0;
  const chroma = (wide: Float32Array, x: number): number =>
    isEven ? (wide[(row >> 1) * width + x] ?? 0) : interpolateBetweenRows(wide, width, height >> 1, (y - 1) >> 1, x);
  for (let x = 0; x < width; x++) {
    const light = luminance[row * width + x] ?? 0;
    const [r, b] = [chroma(red, x), chroma(blue, x)];
    const to = x * 3;
    if (r === 0 && b === 0) out.fill(light, to, to + 3);
    else {
      const newRed = fround(fround(r + 1) * light);
      const newBlue = fround(fround(b + 1) * light);
      const rest = fround(fround(light - fround(newRed * weights[0])) - fround(newBlue * weights[2]));
      out[to] = roundToHalf(newRed);
      out[to + 1] = roundToHalf(fround(rest / weights[1]));
      out[to + 2] = roundToHalf(newBlue);
    }
  }
  return out;
}

/** Interpolates between the rows `above` and the next. */
function interpolateBetweenRows(wide: Float32Array, width: number, rows: number, above: number, x: number): number {
  let sum = 0;
  for (let tap = -7; tap < 7; tap++) {
    const row = Math.max(0, Math.min(rows - 1, above + tap + 1));
    const term = fround((wide[row * width + x] ?? 0) * (TAPS[tap < 0 ? -tap - 1 : tap] ?? 0));
    sum = tap === -7 ? term : fround(sum + term);
  }
  return roundToHalf(sum);
}

function saturation(row: Float32Array, x: number): number {
  const [r, g, b] = [row[x * 3] ?? 0, row[x * 3 + 1] ?? 0, row[x * 3 + 2] ?? 0];
  const max = Math.max(r, g, b);
  return max > 0 ? fround(1 - fround(Math.min(r, g, b) / max)) : 0;
}

/** The four diagonal neighbors limit how saturated a texel may be. */
function fixSaturation(
  above: Float32Array,
  current: Float32Array,
  below: Float32Array,
  weights: Weights,
  pixels: Float32Array,
  start: number,
): void {
  const width = current.length / 3;
  for (let x = 0; x < width; x++) {
    const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
    const diagonals = fround(fround(saturation(above, left) + saturation(above, right)) + saturation(below, left));
    const mean = Math.min(1, fround(0.25 * fround(diagonals + saturation(below, right))));
    const limit = Math.min(1, fround(1 - fround(fround(1 - mean) * 0.25)));
    const actual = saturation(current, x);
    const to = start + x * 4;
    if (actual > mean && actual > limit) desaturate(current, x, fround(limit / actual), weights, pixels, to);
    else for (let c = 0; c < 3; c++) pixels[to + c] = current[x * 3 + c] ?? 0;
  }
}

/** Moves the channels toward the largest one, then restores the luminance. */
function desaturate(
  row: Float32Array,
  x: number,
  factor: number,
  weights: Weights,
  pixels: Float32Array,
  to: number,
): void {
  const max = Math.max(row[x * 3] ?? 0, row[x * 3 + 1] ?? 0, row[x * 3 + 2] ?? 0);
  let [before, after] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const value = row[x * 3 + c] ?? 0;
    const reduced = roundToHalf(Math.max(0, fround(max - fround(fround(max - value) * factor))));
    pixels[to + c] = reduced;
    before = fround(before + fround(value * (weights[c] ?? 0)));
    after = fround(after + fround(reduced * (weights[c] ?? 0)));
  }
  if (!(after > 0)) return;
  const scale = fround(before / after);
  for (let c = 0; c < 3; c++) pixels[to + c] = roundToHalf(fround((pixels[to + c] ?? 0) * scale));
}
