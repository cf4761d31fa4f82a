// How far a compressed clip is from its source, at its samples and halfway between them, by the reader that engines use.

import { type CompressedClip, sampleHclip, sampleHclipWeights } from '@assetc/formats';
import { type ClipInput, type ClipTargets, type InputTrack, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { type ClipSkeleton, JointChain } from './joint-chain.js';
import { evaluateTrack } from './source-clip.js';

export interface MeasuredClip {
  /** The largest distance of a point around a joint. */
  readonly error: number;
  /** The largest distance or difference of a weight, divided by its limit. */
  readonly ratio: number;
}

export function measureClip(
  clip: CompressedClip,
  input: ClipInput,
  spans: number,
  skeleton: ClipSkeleton,
  order: Int32Array,
  targets: ClipTargets,
): MeasuredClip {
  const jointCount = skeleton.parents.length;
  const pose = skeleton.bind.slice();
  const weights = targets.defaults.slice();
  const source = Float64Array.from(skeleton.bind);
  const found = new Float64Array(source.length);
  let error = 0;
  let ratio = 0;
  for (let half = 0; half <= spans * 2; half++) {
    const time = spans === 0 ? 0 : (half * input.duration) / (spans * 2);
    sampleHclip(clip, time, skeleton.bind, pose);
    sampleHclipWeights(clip, time, targets.defaults, weights);
    ratio = Math.max(ratio, placeSource(input.tracks, time, source, weights, targets));
    found.set(pose);
    const chain = new JointChain(skeleton, order, source, 1);
    for (let joint = 0; joint < jointCount; joint++)
      if ((skeleton.parents[joint] ?? -1) < 0) chain.update(joint, found);
    for (const [joint, relative] of chain.errors.entries()) {
      ratio = Math.max(ratio, relative);
      error = Math.max(error, relative * (skeleton.limits[joint] ?? 0));
    }
  }
  return { error, ratio };
}

const value = new Float64Array(4);

/** Sets the locals of the source at a time. Returns the largest difference of a weight, divided by its limit. */
function placeSource(
  tracks: readonly InputTrack[],
  time: number,
  source: Float64Array,
  weights: Float32Array,
  targets: ClipTargets,
): number {
  let ratio = 0;
  for (const track of tracks) {
    if (track.isStepped) stepAt(track, time);
    else evaluateTrack(track, time, value);
    if (track.group === 'weight') {
      const difference = Math.abs((value[0] ?? 0) - (weights[track.index] ?? 0));
      ratio = Math.max(ratio, difference / (targets.limits[track.index] ?? 1));
    } else {
      const place = track.index * LOCAL_FLOATS + PLACE_OF[track.group];
      source.set(value.subarray(0, track.values.length / track.times.length), place);
    }
  }
  return ratio;
}

function stepAt({ times, values }: InputTrack, time: number): void {
  let key = 0;
  while (key + 1 < times.length && (times[key + 1] ?? 0) <= Math.fround(time)) key++;
  const components = values.length / times.length;
  for (let c = 0; c < components; c++) value[c] = values[key * components + c] ?? 0;
}
