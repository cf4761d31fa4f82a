// How similar decoded texels are to those that were encoded, over the channels that the role uses. Both measures are sums of integers, and
// divisions at the end: they do not depend on the machine. The guide defines them.

import type { TextureMode } from '../texture-mode.js';
import { decibels } from './decibels.js';
import { IDENTICAL } from './quality-target.js';

/** RGBA texels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export type Measure = 'psnr' | 'ssim';

const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const CELL = 4;

/** Colors multiplied by alpha, as they are drawn. */
export function premultiplied(pixels: Uint8Array): Uint8Array {
  const out = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] ?? 0;
    for (let c = 0; c < 3; c++) out[i + c] = Math.floor(((pixels[i + c] ?? 0) * alpha + 127) / 255);
    out[i + 3] = alpha;
  }
  return out;
}

/** The channels that a texture of this mode has. */
export function channelsOf(mode: TextureMode, hasAlpha: boolean): readonly number[] {
  if (mode === 'grayscale') return [0];
  if (mode === 'normal') return [0, 1];
  return hasAlpha ? [0, 1, 2, 3] : [0, 1, 2];
}

/** `of`: pairs of pictures of equal size. `channels`: 0 to 3 for R, G, B, A. */
export function measure(
  how: Measure,
  of: readonly (readonly [Picture, Picture])[],
  channels: readonly number[],
): number {
  return how === 'psnr' ? psnr(of, channels) : ssim(of, channels);
}

function psnr(of: readonly (readonly [Picture, Picture])[], channels: readonly number[]): number {
  let squares = 0;
  let count = 0;
  for (const [{ pixels: a }, { pixels: b }] of of)
    for (const channel of channels) {
      for (let i = channel; i < a.length; i += 4) {
        const difference = (a[i] ?? 0) - (b[i] ?? 0);
        squares += difference * difference;
      }
      count += a.length / 4;
    }
  return squares === 0 ? IDENTICAL.psnr : Math.min(IDENTICAL.psnr, decibels((255 * 255 * count) / squares));
}

/** Sums of cells of 4 × 4 texels: a window is four cells. */
interface CellSums {
  readonly columns: number;
  readonly rows: number;
  /** For each cell: number of texels, sums of a, b, a², b² and ab. */
  readonly sums: Uint32Array;
}

const SUMS = 6;

function cellSums(a: Picture, b: Picture, channel: number): CellSums {
  const { width, height } = a;
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const sums = new Uint32Array(columns * rows * SUMS);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0, i = y * width * 4 + channel; x < width; x++, i += 4) {
      const at = (row + (x >> 2)) * SUMS;
      const u = a.pixels[i] ?? 0;
      const v = b.pixels[i] ?? 0;
      sums[at] = (sums[at] ?? 0) + 1;
      sums[at + 1] = (sums[at + 1] ?? 0) + u;
      sums[at + 2] = (sums[at + 2] ?? 0) + v;
      sums[at + 3] = (sums[at + 3] ?? 0) + u * u;
      sums[at + 4] = (sums[at + 4] ?? 0) + v * v;
      sums[at + 5] = (sums[at + 5] ?? 0) + u * v;
    }
  }
  return { columns, rows, sums };
}

/** The mean of all windows of 8 × 8 texels at multiples of 4, and of all channels. */
function ssim(of: readonly (readonly [Picture, Picture])[], channels: readonly number[]): number {
  let total = 0;
  let windows = 0;
  const window = new Float64Array(SUMS);
  for (const [a, b] of of)
    for (const channel of channels) {
      const { columns, rows, sums } = cellSums(a, b, channel);
      const across = columns > 1 ? 2 : 1;
      const down = rows > 1 ? 2 : 1;
      for (let y = 0; y + down <= rows; y++)
        for (let x = 0; x + across <= columns; x++) {
          window.fill(0);
          for (let j = 0; j < down; j++)
            for (let i = 0; i < across * SUMS; i++) {
              const k = i % SUMS;
              window[k] = (window[k] ?? 0) + (sums[((y + j) * columns + x) * SUMS + i] ?? 0);
            }
          total += similarity(window);
        }
      windows += (rows - down + 1) * (columns - across + 1);
    }
  return windows === 0 ? IDENTICAL.ssim : total / windows;
}

function similarity([n = 1, a = 0, b = 0, aa = 0, bb = 0, ab = 0]: Float64Array): number {
  const meanA = a / n;
  const meanB = b / n;
  const varianceA = aa / n - meanA * meanA;
  const varianceB = bb / n - meanB * meanB;
  const covariance = ab / n - meanA * meanB;
  const light = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  return (light * (2 * covariance + C2)) / (varianceA + varianceB + C2);
}
