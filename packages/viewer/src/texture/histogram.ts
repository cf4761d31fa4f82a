// A histogram of an image's luminance: by stops for HDR, linear from 0 to 1 otherwise.

import { halfTable, type Texels } from './texels.js';

export interface Histogram {
  readonly bins: Uint32Array;
  /** Start of the first bin and end of the last one: stops (log2 of luminance), or shares of white. */
  readonly from: number;
  readonly to: number;
  readonly scale: 'stops' | 'linear';
  /** Minimum luminance. NaN and infinity are counted separately. */
  readonly least: number;
  readonly greatest: number;
  readonly mean: number;
  /** Black texels, which have no bin in stops. */
  readonly black: number;
  readonly notFinite: number;
}

const STOPS = { from: -12, to: 12, count: 96 } as const;
const LINEAR = { from: 0, to: 1, count: 64 } as const;

export function luminanceHistogram(texels: Texels): Histogram {
  const isHalf = texels.data instanceof Uint16Array;
  const { from, to, count } = isHalf ? STOPS : LINEAR;
  const bins = new Uint32Array(count);
  const { data } = texels;
  const halfs = isHalf ? halfTable() : undefined;
  let [least, greatest, sum, black, notFinite] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0];
  const value = (i: number): number => (halfs === undefined ? (data[i] ?? 0) / 255 : (halfs[data[i] ?? 0] ?? 0));
  for (let i = 0; i < data.length; i += 4) {
    const luminance = 0.2126 * value(i) + 0.7152 * value(i + 1) + 0.0722 * value(i + 2);
    if (!Number.isFinite(luminance)) {
      notFinite++;
      continue;
    }
    if (luminance < least) least = luminance;
    if (luminance > greatest) greatest = luminance;
    sum += luminance;
    if (isHalf && luminance <= 0) {
      black++;
      continue;
    }
    const place = ((isHalf ? Math.log2(luminance) : luminance) - from) / (to - from);
    const bin = Math.min(count - 1, Math.max(0, Math.floor(place * count)));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const counted = data.length / 4 - notFinite;
  const seen = counted > 0;
  return {
    ...{ bins, from, to, scale: isHalf ? 'stops' : 'linear', black, notFinite },
    least: seen ? least : 0,
    greatest: seen ? greatest : 0,
    mean: seen ? sum / counted : 0,
  };
}

/** Merges histograms with the same bins. */
export function mergeHistograms(all: readonly Histogram[]): Histogram | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (of: (each: Histogram) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    ...first,
    bins: first.bins.map((_, i) => sum(({ bins }) => bins[i] ?? 0)),
    least: Math.min(...all.map(({ least }) => least)),
    greatest: Math.max(...all.map(({ greatest }) => greatest)),
    mean: sum(({ mean }) => mean) / all.length,
    black: sum(({ black }) => black),
    notFinite: sum(({ notFinite }) => notFinite),
  };
}
