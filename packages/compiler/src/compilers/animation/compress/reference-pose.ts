// Additive clips: what their values are relative to, and the two directions between values and differences.

import { type ClipInput, type ClipTargets, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import type { ClipSkeleton } from './joint-tree.js';
import { normalizeAt } from './quaternion.js';
import type { TrackSamples } from './sample-tracks.js';
import { evaluateTrack } from './source-clip.js';

/** The pose that an additive clip is relative to. */
export interface ReferencePose {
  /** Ten floats per joint. */
  readonly pose: Float32Array;
  /** Per morph target. */
  readonly weights: Float32Array;
}

/** A clip at its start; what it does not move is in the bind pose. */
export function startOf({ tracks }: ClipInput, { bind }: ClipSkeleton, { defaults }: ClipTargets): ReferencePose {
  const pose = bind.slice();
  const weights = defaults.slice();
  const value = new Float64Array(4);
  for (const track of tracks) {
    const components = track.values.length / track.times.length;
    evaluateTrack({ times: track.times, values: track.values }, 0, value);
    if (track.group === 'weight') weights[track.index] = value[0] ?? 0;
    else pose.set(value.subarray(0, components), track.index * LOCAL_FLOATS + PLACE_OF[track.group]);
  }
  return { pose, weights };
}

/** The value of a property in the reference pose. Rotations are normalized. */
export function referenceOf(
  { group, index }: TrackSamples['track'],
  components: number,
  { pose, weights }: ReferencePose,
): Float64Array {
  if (group === 'weight') return Float64Array.of(weights[index] ?? 0);
  const at = index * LOCAL_FLOATS + PLACE_OF[group];
  const value = Float64Array.from(pose.subarray(at, at + components));
  if (components === 4) normalizeAt(value, 0);
  return value;
}

/** Values to differences from a reference, sample by sample. */
export function toDifferences(values: Float64Array, reference: Float64Array): Float64Array {
  return mapSamples(values, reference, -1);
}

/** Differences back to values. */
export function applyDifferences(differences: Float64Array, reference: Float64Array): Float64Array {
  return mapSamples(differences, reference, 1);
}

/** `sign`: −1 takes the reference away, 1 adds it. */
function mapSamples(values: Float64Array, reference: Float64Array, sign: number): Float64Array {
  const components = reference.length;
  if (components !== 4) return values.map((value, i) => value + sign * (reference[i % components] ?? 0));
  const [x = 0, y = 0, z = 0, aw = 0] = reference;
  const [ax, ay, az] = [x * sign, y * sign, z * sign];
  const out = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 4) {
    const [bx = 0, by = 0, bz = 0, bw = 0] = values.subarray(at, at + 4);
    out[at] = aw * bx + ax * bw + ay * bz - az * by;
    out[at + 1] = aw * by + ay * bw + az * bx - ax * bz;
    out[at + 2] = aw * bz + az * bw + ax * by - ay * bx;
    out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
    normalizeAt(out, at);
  }
  return out;
}

/** Adds what a reader gets for an additive clip to its reference pose, into `pose` and `weights`. */
export function addReference(reference: ReferencePose, pose: Float64Array, weights: Float64Array): void {
  for (let at = 0; at < pose.length; at += LOCAL_FLOATS)
    for (const [place, components] of [
      [PLACE_OF.translation, 3],
      [PLACE_OF.rotation, 4],
      [PLACE_OF.scale, 3],
    ] as const) {
      const own = pose.subarray(at + place, at + place + components);
      own.set(applyDifferences(own, Float64Array.from(reference.pose.subarray(at + place, at + place + components))));
    }
  for (const [i, weight] of reference.weights.entries()) weights[i] = (weights[i] ?? 0) + weight;
}
