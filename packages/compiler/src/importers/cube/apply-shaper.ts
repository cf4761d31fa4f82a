// A 1D shaper in front of a 3D table → one table over 0 … 1, resampled. Plain arithmetic only, so that every machine gives the same
// values. A finer grid is taken where the table's own would lose too much, and what is lost is measured.

import type { Lut } from '../../model/lut.js';
import { LutSampler } from './lut-sampler.js';

export interface Shaper {
  readonly size: number;
  /** RGB triples: the curves of the three channels over 0 … 1. */
  readonly values: Float32Array;
}

interface ShapedLut {
  readonly lut: Lut;
  /** Largest difference from shaper and table one after the other, as a share of the table's largest value (at least 1). */
  readonly error: number;
}

/** Half a step of 8 bits: no finer grid is worth its memory. */
const FINE = 0.5 / 255;
/** Grids that are tried after the table's own. 65 takes 1 MB; 129 would take 8. */
const FINER_SIZES = [33, 49, 65];
/** Places along the neutral axis, where an error is seen first. */
const NEUTRAL_PROBES = 4096;
/** Places in a cell among which the one is looked for where the curve leaves its chord furthest. */
const CURVE_PROBES = 16;

/** `inputRange` is what the table takes for its first and its last entry. */
export function applyShaper(shaper: Shaper, table: Lut, inputRange: readonly [number, number]): ShapedLut {
  const scale = table.values.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  const exact = new ShapedSampler(shaper, table, inputRange);
  let best: ShapedLut | undefined;
  for (const size of [table.size, ...FINER_SIZES.filter((finer) => finer > table.size)]) {
    const lut = resample(exact, size);
    const error = largestError(exact, lut) / scale;
    if (best === undefined || error < best.error) best = { lut, error };
    if (best.error <= FINE) return best;
  }
  if (best === undefined) throw new Error('no size was tried');
  return best;
}

/** Shaper, then table, each linear between its entries. */
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

  /** What a channel's curve makes of a number from 0 to 1, as a place in the table from 0 to 1. */
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

/** One place in every cell, where the three curves leave their chords furthest, and many along the neutral axis. */
function largestError(exact: ShapedSampler, lut: Lut): number {
  const sampler = new LutSampler(lut);
  const [wanted, got] = [new Float64Array(3), new Float64Array(3)];
  let most = 0;
  const probe = (r: number, g: number, b: number): void => {
    exact.sample(r, g, b, wanted);
    sampler.sample(r, g, b, got);
    for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs((wanted[c] ?? 0) - (got[c] ?? 0)));
  };
  const reds = curvedPlaces(exact, 0, lut.size);
  const greens = curvedPlaces(exact, 1, lut.size);
  const blues = curvedPlaces(exact, 2, lut.size);
  for (const b of blues) for (const g of greens) for (const r of reds) probe(r, g, b);
  for (let i = 0; i <= NEUTRAL_PROBES; i++) probe(i / NEUTRAL_PROBES, i / NEUTRAL_PROBES, i / NEUTRAL_PROBES);
  return most;
}

/** In each cell along a channel, where its curve is furthest from a straight line; the middle, where it is one. */
function curvedPlaces(exact: ShapedSampler, channel: number, size: number): Float64Array {
  const places = new Float64Array(size - 1);
  for (let cell = 0; cell < size - 1; cell++) {
    const low = exact.curve(channel, cell / (size - 1));
    const high = exact.curve(channel, (cell + 1) / (size - 1));
    let [place, most] = [0.5, 1e-6];
    for (let i = 1; i < CURVE_PROBES; i++) {
      const part = i / CURVE_PROBES;
      const off = Math.abs(exact.curve(channel, (cell + part) / (size - 1)) - (low + (high - low) * part));
      if (off > most) [place, most] = [part, off];
    }
    places[cell] = (cell + place) / (size - 1);
  }
  return places;
}
