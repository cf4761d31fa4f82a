// Samples a compressed clip in place: decodes the two samples around a time, allocates nothing, and needs no state, so that time may go in any
// direction. Twin of assetc_hclip_sample in C: the same steps in the same order, so that both give the same floats.

import { readWord } from './bits.js';
import { tracksOf } from './clip-parts.js';
import { groupFlag, HclipStepped, TRACK_GROUPS, TRACK_KINDS } from './layout.js';
import type { CompressedClip } from './model.js';
import { clampTime, lastNotLater, newSamples, placeSamples } from './sample-place.js';
import { sampleAnimated, sampleConstant } from './sample-track.js';

/** Floats of a joint in a pose: translation x y z, rotation x y z w, scale x y z. */
export const POSE_FLOATS = 10;
/** By group: the place of its value among the floats of a joint. */
export const PLACES: readonly number[] = [3, 0, 7, 0];

const REST = TRACK_KINDS.indexOf('rest');
const CONSTANT = TRACK_KINDS.indexOf('constant');
const ANIMATED = TRACK_KINDS.indexOf('animated');
const WEIGHT = TRACK_GROUPS.length - 1;
/** Instead of the number of one joint. */
const ALL_TRACKS = -1;
const NO_TRACK = -2;
/** Tracks whose kinds are read at once. */
const BATCH = 16;

// Reused by every call: sampling must not allocate.
const samples = newSamples();

/**
 * Sets the properties that the clip animates in `pose`, and leaves the others unchanged. Both arrays have ten floats per joint: translation,
 * rotation x y z w, scale. `bind`: the bind pose, for properties that keep it during the whole clip. Times are clamped to the clip.
 */
export function sampleHclip(clip: CompressedClip, time: number, bind: Float32Array, pose: Float32Array): void {
  sampleGroups(clip, time, bind, pose, 0, WEIGHT - 1, ALL_TRACKS);
}

/** Sets one joint, of which `local` has ten floats. It must exist. Others are passed over, which takes less time than a pose. */
export function sampleHclipJoint(
  clip: CompressedClip,
  time: number,
  joint: number,
  bind: Float32Array,
  local: Float32Array,
): void {
  for (let c = 0; c < POSE_FLOATS; c++) local[c] = bind[joint * POSE_FLOATS + c] ?? 0;
  sampleGroups(clip, time, bind, local, 0, WEIGHT - 1, joint);
}

/** Sets the weights of morph targets that the clip animates. `defaults`: the default weight of each target. */
export function sampleHclipWeights(
  clip: CompressedClip,
  time: number,
  defaults: Float32Array,
  weights: Float32Array,
): void {
  if ((clip.flags & groupFlag(WEIGHT)) !== 0) sampleGroups(clip, time, defaults, weights, WEIGHT, WEIGHT, ALL_TRACKS);
}

/** The groups `first` to `last` are stored, those before are passed over. `only`: stores just this joint, at the start of `out`. */
function sampleGroups(
  clip: CompressedClip,
  time: number,
  rest: Float32Array,
  out: Float32Array,
  first: number,
  last: number,
  only: number,
): void {
  clampTime(clip, time, samples);
  placeSamples(clip, samples);
  let track = 0;
  for (let group = 0; group <= last; group++) {
    if ((clip.flags & groupFlag(group)) === 0) continue;
    sampleGroup(clip, group, track, rest, out, group >= first ? only : NO_TRACK);
    track += tracksOf(group, clip);
  }
  if (clip.steppedCount > 0) sampleStepped(clip, out, first, last, only);
}

/** `firstTrack`: number of the first track of the group. */
function sampleGroup(
  clip: CompressedClip,
  group: number,
  firstTrack: number,
  rest: Float32Array,
  out: Float32Array,
  only: number,
): void {
  const { view } = clip;
  const components = TRACK_GROUPS[group]?.components ?? 0;
  const stride = group === WEIGHT ? 1 : POSE_FLOATS;
  const place = PLACES[group] ?? 0;
  const count = tracksOf(group, clip);
  for (let i = 0; i < count; i += BATCH) {
    let kinds = readWord(view, (clip.parts.kinds * 4 + firstTrack + i) * 2);
    if (count - i < BATCH) kinds &= (1 << ((count - i) * 2)) - 1;
    for (let j = i; kinds !== 0; j++, kinds >>>= 2) {
      const kind = kinds & 3;
      const at = only === ALL_TRACKS ? j * stride + place : j === only ? place : -1;
      if (kind === ANIMATED) sampleAnimated(view, samples, components, out, at);
      else if (kind === CONSTANT) sampleConstant(view, samples, components, out, at);
      else if (kind === REST && at >= 0)
        for (let c = 0; c < components; c++) out[at + c] = rest[j * stride + place + c] ?? 0;
    }
  }
}

function sampleStepped(clip: CompressedClip, out: Float32Array, first: number, last: number, only: number): void {
  const { view, parts, steppedCount } = clip;
  let keys = parts.keys;
  for (let i = 0; i < steppedCount; i++) {
    const row = parts.stepped + i * HclipStepped.size;
    let track = view.getUint32(row, true);
    const keyCount = view.getUint32(row + 4, true);
    let group = 0;
    for (; group < WEIGHT; group++) {
      if ((clip.flags & groupFlag(group)) === 0) continue;
      if (track < tracksOf(group, clip)) break;
      track -= tracksOf(group, clip);
    }
    const components = TRACK_GROUPS[group]?.components ?? 0;
    const size = (components + 1) * 4;
    if (group >= first && group <= last && (only === ALL_TRACKS || track === only)) {
      const key = keys + lastNotLater(view, keys, size, keyCount, samples) * size + 4;
      const at = only === ALL_TRACKS ? track * (group === WEIGHT ? 1 : POSE_FLOATS) : 0;
      const place = at + (PLACES[group] ?? 0);
      for (let c = 0; c < components; c++) out[place + c] = view.getFloat32(key + c * 4, true);
    }
    keys += keyCount * size;
  }
}
