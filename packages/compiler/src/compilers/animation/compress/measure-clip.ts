// How far a motion is from the source: at its samples, at the keys of the source, and between them.

import type { ClipInput, ClipTargets } from './clip-input.js';
import { LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { motionKernel, type OrderedSkeleton } from './joint-tree.js';
import type { SampleGrid } from './sample-tracks.js';
import { evaluateTrack } from './source-clip.js';

interface MeasuredMotion {
  /** The largest distance of a point around a joint. */
  readonly error: number;
  /** The largest distance or difference of a weight, divided by its limit. */
  readonly ratio: number;
}

/** Where the difference between an arc and its chord, which is walked unevenly, is largest, and halfway. */
const BETWEEN = [0.21, 0.5, 0.79];
/** Times that are compared at once. */
const BATCH = 32;

/** Sets what the motion changes. */
type Sampler = (time: number, pose: Float64Array, weights: Float64Array) => void;

/** Stops early if the ratio is larger than `enough`. */
export function compareMotion(
  sample: Sampler,
  input: ClipInput,
  grid: SampleGrid,
  skeleton: OrderedSkeleton,
  targets: ClipTargets,
  enough = Number.POSITIVE_INFINITY,
): MeasuredMotion {
  const times = timesOf(input, grid);
  const pose = Float64Array.from(skeleton.bind);
  const weights = Float64Array.from(targets.defaults);
  let error = 0;
  let ratio = 0;
  for (let from = 0; from < times.length && !(ratio > enough); from += BATCH) {
    const batch = times.subarray(from, from + BATCH);
    const poses = new Float64Array(pose.length * batch.length);
    const allWeights = new Float64Array(weights.length * batch.length);
    for (const [i, time] of batch.entries()) {
      sample(time, pose, weights);
      poses.set(pose, i * pose.length);
      allWeights.set(weights, i * weights.length);
    }
    ratio = Math.max(ratio, weightRatio(allWeights, input, batch, targets));
    const found = toRows(poses, skeleton, batch.length);
    const source = found.slice();
    placeSource(input, batch, source, skeleton);
    const errors = motionKernel().measure({ ...skeleton.tree, count: batch.length, source, found });
    for (const [place, relative] of errors.entries()) {
      ratio = Math.max(ratio, relative);
      error = Math.max(error, relative * (skeleton.tree.limits[place] ?? 0));
    }
  }
  return { error, ratio };
}

function timesOf({ tracks, duration }: ClipInput, { times: samples }: SampleGrid): Float64Array {
  const times = new Set<number>([0, duration]);
  for (const { times: keys, isStepped } of tracks) if (!isStepped) for (const time of keys) times.add(time);
  for (const time of samples) times.add(Math.min(time, duration));
  const sorted = Float64Array.from(times).sort();
  const all = new Float64Array((sorted.length - 1) * (BETWEEN.length + 1) + 1);
  let at = 0;
  for (const [i, time] of sorted.entries()) {
    all[at++] = time;
    const next = sorted[i + 1];
    if (next !== undefined) for (const share of BETWEEN) all[at++] = time + (next - time) * share;
  }
  return all;
}

/** Poses one after another to ten rows per joint. */
function toRows(poses: Float64Array, { order }: OrderedSkeleton, count: number): Float64Array {
  const rows = new Float64Array(poses.length);
  const size = order.length * LOCAL_FLOATS;
  for (const [place, joint] of order.entries())
    for (let k = 0; k < LOCAL_FLOATS; k++) {
      const row = (place * LOCAL_FLOATS + k) * count;
      for (let i = 0; i < count; i++) rows[row + i] = poses[i * size + joint * LOCAL_FLOATS + k] ?? 0;
    }
  return rows;
}

const value = new Float64Array(4);

/** Replaces what the clip moves. Stepped tracks are stored as they are and jump, so that they are not compared. */
function placeSource(
  { tracks }: ClipInput,
  times: Float64Array,
  rows: Float64Array,
  { places }: OrderedSkeleton,
): void {
  for (const track of tracks) {
    if (track.isStepped || track.group === 'weight') continue;
    const components = track.values.length / track.times.length;
    const row = ((places[track.index] ?? 0) * LOCAL_FLOATS + PLACE_OF[track.group]) * times.length;
    for (let i = 0; i < times.length; i++) {
      evaluateTrack(track, times[i] ?? 0, value);
      for (let c = 0; c < components; c++) rows[row + c * times.length + i] = value[c] ?? 0;
    }
  }
}

/** The largest difference of a weight, divided by its limit. */
function weightRatio(found: Float64Array, { tracks }: ClipInput, times: Float64Array, targets: ClipTargets): number {
  let ratio = 0;
  for (const track of tracks) {
    if (track.isStepped || track.group !== 'weight') continue;
    for (let i = 0; i < times.length; i++) {
      evaluateTrack(track, times[i] ?? 0, value);
      const difference = Math.abs((value[0] ?? 0) - (found[i * targets.defaults.length + track.index] ?? 0));
      ratio = Math.max(ratio, difference / (targets.limits[track.index] ?? 1));
    }
  }
  return ratio;
}
