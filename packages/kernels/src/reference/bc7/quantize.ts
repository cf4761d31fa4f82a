// Quantizes endpoints to a mode's grid with the nearest p-bits. Twin of the kernel's quantize.

import { clamp, f32, type Lanes, lanes, multiply, splat, subtract, total } from '../uastc/lanes.js';
import type { Ends } from './block.js';
import type { PBits } from './modes.js';

export interface Grid {
  /** Bits of an endpoint with its p-bit. */
  readonly width: number;
  readonly pBits: PBits;
  /** Decoded alpha if the grid has none. */
  readonly fixedAlpha?: number;
  readonly forcedP?: number;
  /** The weight of each channel, for choosing p-bits. */
  readonly metric: Lanes;
}

const scaleOf = (grid: Grid): Lanes => splat(f32((2 ** grid.width - 1) / 255));

function nearest(grid: Grid, v: Lanes, p: number | undefined): Lanes {
  const scaled = multiply(v, scaleOf(grid));
  if (p === undefined) return lanes((i) => clamp(Math.trunc(f32(scaled[i] + 0.5)), 0, 2 ** grid.width - 1));
  return lanes((i) => {
    const half = f32(f32(scaled[i] - p) * 0.5);
    return clamp(Math.trunc(f32(half + 0.5)), 0, 2 ** (grid.width - 1) - 1) * 2 + p;
  });
}

const shownOf = (grid: Grid, y: Lanes): Lanes =>
  lanes((i) => (y[i] << (8 - grid.width)) | (y[i] >> (2 * grid.width - 8)));

/** Decodes an endpoint. */
export function decodeEnd(grid: Grid, y: Lanes): Lanes {
  const [r, g, b, a] = shownOf(grid, y);
  return [r, g, b, grid.fixedAlpha ?? a];
}

const weighed = (grid: Grid, shown: Lanes, v: Lanes): number => {
  const d = subtract(shown, v);
  const { metric } = grid;
  const coded: Lanes =
    grid.fixedAlpha === undefined && grid.forcedP === undefined ? metric : [metric[0], metric[1], metric[2], 0];
  return total(multiply(multiply(d, d), coded));
};

export function quantize(grid: Grid, low: Lanes, high: Lanes): Ends {
  const { pBits, forcedP } = grid;
  if (pBits === 'none') return { low: nearest(grid, low, undefined), high: nearest(grid, high, undefined) };
  if (forcedP !== undefined) return { low: nearest(grid, low, forcedP), high: nearest(grid, high, forcedP) };
  const distance = (v: Lanes, p: number): number => weighed(grid, shownOf(grid, nearest(grid, v, p)), v);
  let lowOff = f32(distance(low, 1) - distance(low, 0));
  let highOff = f32(distance(high, 1) - distance(high, 0));
  if (pBits === 'shared') {
    lowOff = f32(lowOff + highOff);
    highOff = lowOff;
  }
  return { low: nearest(grid, low, lowOff < 0 ? 1 : 0), high: nearest(grid, high, highOff < 0 ? 1 : 0) };
}

/** Quantizes the only color of a subset, to be exact at a weight between the endpoints. */
export function quantizePoint(grid: Grid, v: Lanes, weight: number): Ends {
  const { pBits, forcedP } = grid;
  const choices = pBits === 'none' ? [undefined] : forcedP !== undefined ? [forcedP] : [0, 1];
  let best: Ends = { low: v, high: v };
  let minimum = Number.POSITIVE_INFINITY;
  for (const p of choices)
    for (const q of choices) {
      if (pBits === 'shared' && p !== q) continue;
      const low = nearest(grid, v, p);
      const shownLow = shownOf(grid, low);
      const wanted = lanes((i) => f32(f32(v[i] * 64) - shownLow[i] * (64 - weight)) / weight);
      const high = nearest(grid, wanted, q);
      const shownHigh = shownOf(grid, high);
      const blend = lanes((i) => (shownLow[i] * (64 - weight) + shownHigh[i] * weight + 32) >> 6);
      const off = weighed(grid, blend, v);
      if (off >= minimum) continue;
      minimum = off;
      best = { low, high };
    }
  return best;
}
