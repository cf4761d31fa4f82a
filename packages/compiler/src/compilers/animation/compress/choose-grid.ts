// When a clip is sampled: at the lowest rate that suits its keys, or just at its keys, if that keeps the source within its limits as long as
// samples are exact. Then rounding has room.

import type { ClipInput, ClipTargets } from './clip-input.js';
import type { OrderedSkeleton } from './joint-tree.js';
import { compareMotion } from './measure-clip.js';
import { ExactSamples, type SampleGrid } from './sample-tracks.js';

/** How far from a sample a key may be, in spans: sources round times to floats. */
const ALIGNED = 0.01;
const MAX_RATE = 240;
/** Of the rate of the keys: lower ones for smooth motions, higher ones for those that bend too much between samples. */
const FACTORS = [1 / 16, 1 / 12, 1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8];
/** The share of a limit that interpolation may use up. */
const ROOM = 0.75;
/** Parts between two keys, if the times of samples are listed. */
const PARTS = [1, 2, 4, 8];
/** What a sample with a listed time costs, compared with others. */
const LISTED = 1.1;

/** Equally spaced samples up to the end of the clip; the last one may be later. */
export function gridOf(rate: number, duration: number): SampleGrid {
  const spans = duration * rate;
  const isWhole = Math.abs(spans - Math.round(spans)) <= ALIGNED;
  const whole = Math.max(1, isWhole ? Math.round(spans) : Math.ceil(spans));
  const stored = Math.fround(isWhole ? whole / duration : rate);
  const times = Float64Array.from({ length: whole + 1 }, (_, i) => (isWhole ? (i * duration) / whole : i / stored));
  return { times, rate: stored, duration };
}

export function chooseGrid(input: ClipInput, skeleton: OrderedSkeleton, targets: ClipTargets): SampleGrid {
  const grids = candidates(input);
  const measure = (grid: SampleGrid, enough: number): number => {
    const exact = new ExactSamples(input, grid);
    const sample = (time: number, pose: Float64Array, weights: Float64Array) => exact.sample(time, pose, weights);
    return compareMotion(sample, input, grid, skeleton, targets, enough).ratio;
  };
  const smooth = grids.find((grid) => measure(grid, ROOM) <= ROOM);
  if (smooth !== undefined) return smooth;
  let best: SampleGrid = { times: Float64Array.of(0), rate: 0, duration: input.duration };
  let least = Number.MAX_VALUE;
  for (const grid of grids) {
    const ratio = measure(grid, least);
    if (!(ratio < least)) continue;
    least = ratio;
    best = grid;
  }
  return best;
}

/** The fewest samples first. */
function candidates({ tracks, duration }: ClipInput): readonly SampleGrid[] {
  const keys = tracks.filter(({ isStepped }) => !isStepped).flatMap((track) => [...track.times]);
  const times = [...new Set([0, ...keys])].sort((a, b) => a - b);
  if (duration <= 0 || keys.length === 0) return [];
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? duration;
  const rates = [...FACTORS.map((factor) => factor / usual), ...alignedRates(times, duration)];
  const even = rates.filter((rate) => rate <= MAX_RATE).map((rate) => gridOf(rate, duration));
  const ends = (times.at(-1) ?? 0) < duration ? [duration] : [];
  const listed = PARTS.map((parts) => ({ times: divide([...times, ...ends], parts), rate: 0, duration }));
  return [...even, ...listed].sort((a, b) => costOf(a) - costOf(b));
}

/** Cuts each gap into equal parts. */
function divide(times: readonly number[], parts: number): Float64Array {
  const cut = times.slice(1).flatMap((end, i) => {
    const start = times[i] ?? 0;
    return Array.from({ length: parts }, (_, part) => start + ((end - start) * (part + 1)) / parts);
  });
  return Float64Array.from([times[0] ?? 0, ...cut]);
}

/** Listed times take four bytes each. */
const costOf = ({ times, rate }: SampleGrid): number => times.length * (rate === 0 ? LISTED : 1);

/** The lowest rate that has a sample at each key, if there is one. */
function alignedRates(times: readonly number[], duration: number): readonly number[] {
  const max = Math.ceil(duration * MAX_RATE);
  for (let spans = 1; spans <= max; spans++) {
    const rate = spans / duration;
    if (times.every((time) => Math.abs(time * rate - Math.round(time * rate)) <= ALIGNED)) return [rate];
  }
  return [];
}
