// How far a motion is from the source: at its samples, at the keys of the source, and between them.

import type { ClipInput, ClipTargets, InputTrack } from './clip-input.js';
import { LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { type ClipSkeleton, JointChain } from './joint-chain.js';
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

/** Sets what the motion changes. */
type Sampler = (time: number, pose: Float64Array, weights: Float64Array) => void;

/** `order`: joints, parents first. */
export function compareMotion(
  sample: Sampler,
  input: ClipInput,
  grid: SampleGrid,
  skeleton: ClipSkeleton,
  order: Int32Array,
  targets: ClipTargets,
): MeasuredMotion {
  const pose = Float64Array.from(skeleton.bind);
  const weights = Float64Array.from(targets.defaults);
  const source = pose.slice();
  let error = 0;
  let ratio = 0;
  for (const time of timesOf(input, grid)) {
    sample(time, pose, weights);
    for (const track of input.tracks) ratio = Math.max(ratio, placeSource(track, time, source, weights, targets, pose));
    const chain = new JointChain(skeleton, order, source, 1);
    for (const [joint, parent] of skeleton.parents.entries()) if (parent < 0) chain.update(joint, pose);
    for (const [joint, relative] of chain.errors.entries()) {
      ratio = Math.max(ratio, relative);
      error = Math.max(error, relative * (skeleton.limits[joint] ?? 0));
    }
  }
  return { error, ratio };
}

function timesOf({ tracks, duration }: ClipInput, { times: samples }: SampleGrid): readonly number[] {
  const times = new Set<number>([0, duration]);
  for (const { times: keys, isStepped } of tracks) if (!isStepped) for (const time of keys) times.add(time);
  for (const time of samples) times.add(Math.min(time, duration));
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.flatMap((time, i) => {
    const next = sorted[i + 1];
    return next === undefined ? [time] : [time, ...BETWEEN.map((share) => time + (next - time) * share)];
  });
}

const value = new Float64Array(4);

/**
 * Sets the locals of the source at a time. Returns the difference of a weight, divided by its limit. Stepped tracks are stored as they are and
 * jump, so that they are not compared.
 */
function placeSource(
  track: InputTrack,
  time: number,
  source: Float64Array,
  weights: Float64Array,
  targets: ClipTargets,
  pose: Float64Array,
): number {
  const components = track.values.length / track.times.length;
  const place = track.index * LOCAL_FLOATS + PLACE_OF[track.group];
  if (track.isStepped) {
    if (track.group !== 'weight') source.set(pose.subarray(place, place + components), place);
    return 0;
  }
  evaluateTrack(track, time, value);
  if (track.group === 'weight')
    return Math.abs((value[0] ?? 0) - (weights[track.index] ?? 0)) / (targets.limits[track.index] ?? 1);
  source.set(value.subarray(0, components), place);
  return 0;
}
