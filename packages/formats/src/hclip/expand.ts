// Compressed clips as keys, for readers that play keys: the same motion, with one key per sample.

import type { AnimationChannel, AnimationClip, WeightChannel, WeightClip } from '../hanim/model.js';
import { durationOf } from '../hanim/model.js';
import type { Hmesh } from '../hmesh/model.js';
import { kindOf, tracksOf } from './clip-parts.js';
import { CLIP_HAS_TIMES, groupFlag, HclipStepped, TRACK_GROUPS, TRACK_KINDS, type TrackKind } from './layout.js';
import type { CompressedClip } from './model.js';
import { PLACES, POSE_FLOATS, sampleHclip, sampleHclipWeights } from './sample.js';

/** The last float of the rotation of a joint. */
const ROTATION_W = 6;

/** Clips in the forms of `.hanim` and `.hanimx`. A clip without channels is left out. */
export interface ExpandedClips {
  readonly joints: readonly AnimationClip[];
  readonly weights: readonly WeightClip[];
}

/** The bind pose of a mesh: ten floats per joint, as `sampleHclip` reads it. */
export function bindPoseOf({ skin }: Pick<Hmesh, 'skin'>): Float32Array {
  const joints = skin?.joints ?? [];
  const pose = new Float32Array(joints.length * POSE_FLOATS);
  for (const [i, { bindT, bindR, bindS }] of joints.entries())
    pose.set([...bindT, ...bindR, ...bindS], i * POSE_FLOATS);
  return pose;
}

/** The default weights of the morph targets of a mesh, as `sampleHclipWeights` reads them. */
export const defaultWeightsOf = ({ morphs }: Pick<Hmesh, 'morphs'>): Float32Array =>
  Float32Array.from(morphs?.targets ?? [], ({ defaultWeight }) => defaultWeight);

/** What an additive clip without tracks gives: no difference. Ten floats per joint. */
export function neutralPose(jointCount: number): Float32Array {
  const pose = new Float32Array(jointCount * POSE_FLOATS);
  for (let at = ROTATION_W; at < pose.length; at += POSE_FLOATS) pose[at] = 1;
  return pose;
}

/** Decodes compressed clips of a mesh to keys. Those of additive clips are differences. */
export function expandHclip(clips: readonly CompressedClip[], mesh: Pick<Hmesh, 'skin' | 'morphs'>): ExpandedClips {
  const bind = bindPoseOf(mesh);
  const defaults = defaultWeightsOf(mesh);
  const [neutral, noWeights] = [neutralPose(bind.length / POSE_FLOATS), new Float32Array(defaults.length)];
  const all = clips.map((clip) =>
    clip.isAdditive ? expandClip(clip, neutral, noWeights) : expandClip(clip, bind, defaults),
  );
  return {
    joints: all.flatMap(({ name, joints }) =>
      joints.length === 0 ? [] : { name, channels: joints, duration: durationOf(joints) },
    ),
    weights: all.flatMap(({ name, weights }) =>
      weights.length === 0 ? [] : { name, channels: weights, duration: durationOf(weights) },
    ),
  };
}

/** One property, with its values at the times of all samples. */
interface OpenTrack {
  readonly group: number;
  readonly index: number;
  readonly kind: TrackKind;
  readonly values: Float32Array;
}

function expandClip(clip: CompressedClip, bind: Float32Array, defaults: Float32Array) {
  const times = sampleTimes(clip);
  const tracks = openTracks(clip, times.length);
  const pose = bind.slice();
  const weights = defaults.slice();
  for (const [i, time] of times.entries()) {
    sampleHclip(clip, time, bind, pose);
    sampleHclipWeights(clip, time, defaults, weights);
    for (const { group, index, values } of tracks) {
      const components = TRACK_GROUPS[group]?.components ?? 0;
      const isWeight = group === TRACK_GROUPS.length - 1;
      const place = isWeight ? index : index * POSE_FLOATS + (PLACES[group] ?? 0);
      values.set((isWeight ? weights : pose).subarray(place, place + components), i * components);
    }
  }
  const joints: AnimationChannel[] = [];
  const ofWeights: WeightChannel[] = [];
  const add = (
    group: number,
    index: number,
    keys: Pick<AnimationChannel, 'times' | 'values' | 'interpolation'>,
  ): void => {
    const path = TRACK_GROUPS[group]?.name;
    if (path === undefined || path === 'weight') ofWeights.push({ target: index, ...keys });
    else joints.push({ joint: index, path, ...keys });
  };
  for (const { group, index, kind, values } of tracks) {
    const count = kind === 'animated' ? times.length : 1;
    const size = (TRACK_GROUPS[group]?.components ?? 0) * count;
    add(group, index, { interpolation: 'LINEAR', times: times.slice(0, count), values: values.slice(0, size) });
  }
  addStepped(clip, add);
  return { name: clip.name, joints, weights: ofWeights };
}

/** Up to the end of the clip, whose duration is the last key. */
function sampleTimes({ flags, sampleCount, rate, duration, view, parts }: CompressedClip): Float32Array {
  const times: number[] = [];
  for (let i = 0; i < sampleCount; i++) {
    const time = (flags & CLIP_HAS_TIMES) === 0 ? i / rate : view.getFloat32(parts.times + i * 4, true);
    if (time < duration) times.push(time);
  }
  return Float32Array.from([...(times.length === 0 ? [0] : times), ...(duration > 0 ? [duration] : [])]);
}

function openTracks(clip: CompressedClip, count: number): readonly OpenTrack[] {
  const tracks: OpenTrack[] = [];
  let track = 0;
  for (const [group, { components }] of TRACK_GROUPS.entries()) {
    if ((clip.flags & groupFlag(group)) === 0) continue;
    for (let index = 0; index < tracksOf(group, clip); index++, track++) {
      const kind = TRACK_KINDS[kindOf(clip, track)] ?? 'none';
      if (kind !== 'none') tracks.push({ group, index, kind, values: new Float32Array(count * components) });
    }
  }
  return tracks;
}

function addStepped(
  clip: CompressedClip,
  add: (group: number, index: number, keys: Pick<AnimationChannel, 'times' | 'values' | 'interpolation'>) => void,
): void {
  const { bytes, view, parts, steppedCount, flags } = clip;
  let at = parts.keys;
  for (let i = 0; i < steppedCount; i++) {
    const { track, keyCount } = HclipStepped.read(bytes, parts.stepped + i * HclipStepped.size);
    let index = track;
    let group = 0;
    for (; group < TRACK_GROUPS.length - 1; group++) {
      if ((flags & groupFlag(group)) === 0) continue;
      if (index < tracksOf(group, clip)) break;
      index -= tracksOf(group, clip);
    }
    const components = TRACK_GROUPS[group]?.components ?? 0;
    const times = new Float32Array(keyCount);
    const values = new Float32Array(keyCount * components);
    for (let key = 0; key < keyCount; key++, at += (components + 1) * 4) {
      times[key] = view.getFloat32(at, true);
      for (let c = 0; c < components; c++) values[key * components + c] = view.getFloat32(at + 4 + c * 4, true);
    }
    add(group, index, { interpolation: 'STEP', times, values });
  }
}
