// Combines a 1D shaper and a 3D table into one resampled table over 0 … 1. Uses plain arithmetic only, so that every machine gives
// the same values. Takes a finer grid if the table's own would lose too much, and measures the remaining error.

import type { Lut } from '../../model/image/lut.js';
import { LutSampler } from './lut-sampler.js';

export interface Shaper {
  readonly size: number;
  /** RGB triples: the curve of each channel over 0 … 1. */
  readonly values: Float32Array;
}

interface ShapedLut {
  readonly lut: Lut;
  /** Largest difference from applying shaper and table one after the other, relative to the table's largest value (at least 1). */
  readonly error: number;
}

/** Half an 8-bit step: a smaller error is not worth a finer grid. */
const GOOD_ENOUGH = 0.5 / 255;
/** Grid sizes to try after the table's own. 65 takes 1 MB; 129 would take 8. */
const FINER_SIZES = [33, 49, 65];
/** Samples along the neutral axis, where errors are most visible. */
const NEUTRAL_PROBES = 4096;
/** Samples per cell in the search for the point where the curve is farthest from its chord. */
const CURVE_PROBES = 16;

/** `inputRange`: the inputs of the table's first and last entry. */
export function applyShaper(shaper: Shaper, table: Lut, inputRange: readonly [number, number]): ShapedLut {
  const scale = table.values.reduce((max, value) => Math.max(max, Math.abs(value)), 1);
  const exact = new ShapedSampler(shaper, table, inputRange);
  let best: ShapedLut | undefined;
  for (const size of [table.size, ...FINER_SIZES.filter((finer) => finer > table.size)]) {
    const lut = resample(exact, size);
    const error = largestError(exact, lut) / scale;
    if (best === undefined || error < best.error) best = { lut, error };
    if (best.error <= GOOD_ENOUGH) return best;
  }
  if (best === undefined) throw new Error('no size was tried');
  return best;
}

/** Evaluates the shaper, then the table, each with linear interpolation. */
class ShapedSampler {
  readonly #shaper: Shaper;
  readonly #table: LutSampler;
  readonly #low: number;
  readonly #range: number;

  constructor(shaper: Shaper, table: Lut, [low, high]: readonly [number, number]) {
    this.#shaper = shaper;
    this.#table = new LutSampler(table);
    this.#low = low;
    this.#range = high - low;
  }

  /** Maps an input from 0 to 1 through a channel's curve to a table coordinate from 0 to 1. */
  curve(channel: number, x: number): number {
    const { size, values } = this.#shaper;
    const at = x * (size - 1);
    const i = Math.min(Math.floor(at), size - 2);
    const a = values[i * 3 + channel] ?? 0;
    const b = values[i * 3 + 3 + channel] ?? 0;
    return Math.min(1, Math.max(0, (a + (b - a) * (at - i) - this.#low) / this.#range));
  }

  sample(r: number, g: number, b: number, out: Float64Array): void {
    this.#table.sample(this.curve(0, r), this.curve(1, g), this.curve(2, b), out);
  }
}

function resample(exact: ShapedSampler, size: number): Lut {
  const values = new Float32Array(size ** 3 * 3);
  const rgb = new Float64Array(3);
  const last = size - 1;
  let to = 0;
  for (let b = 0; b < size; b++)
    for (let g = 0; g < size; g++)
      for (let r = 0; r < size; r++) {
        exact.sample(r / last, g / last, b / last, rgb);
        values.set(rgb, to);
        to += 3;
      }
  return { size, values };
}

/** Samples every cell where the three curves are farthest from their chords, and many points along the neutral axis. */
function largestError(exact: ShapedSampler, lut: Lut): number {
  const sampler = new LutSampler(lut);
  const [expected, actual] = [new Float64Array(3), new Float64Array(3)];
  let max = 0;
  const probe = (r: number, g: number, b: number): void => {
    exact.sample(r, g, b, expected);
    sampler.sample(r, g, b, actual);
    for (let c = 0; c < 3; c++) max = Math.max(max, Math.abs((expected[c] ?? 0) - (actual[c] ?? 0)));
  };
  const reds = pointsOfHighestCurvature(exact, 0, lut.size);
  const greens = pointsOfHighestCurvature(exact, 1, lut.size);
  const blues = pointsOfHighestCurvature(exact, 2, lut.size);
  for (const b of blues) for (const g of greens) for (const r of reds) probe(r, g, b);
  for (let i = 0; i <= NEUTRAL_PROBES; i++) probe(i / NEUTRAL_PROBES, i / NEUTRAL_PROBES, i / NEUTRAL_PROBES);
  return max;
}

/** For each cell along a channel, the point where its curve is farthest from a straight line; the center if it is straight. */
function pointsOfHighestCurvature(exact: ShapedSampler, channel: number, size: number): Float64Array {
  const points = new Float64Array(size - 1);
  for (let cell = 0; cell < size - 1; cell++) {
    const low = exact.curve(channel, cell / (size - 1));
    const high = exact.curve(channel, (cell + 1) / (size - 1));
    let [fraction, max] = [0.5, 1e-6];
    for (let i = 1; i < CURVE_PROBES; i++) {
      const candidate = i / CURVE_PROBES;
      const distance = Math.abs(
        exact.curve(channel, (cell + candidate) / (size - 1)) - (low + (high - low) * candidate),
      );
      if (distance > max) [fraction, max] = [candidate, distance];
    }
    points[cell] = (cell + fraction) / (size - 1);
  }
  return points;
}
