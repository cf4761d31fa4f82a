// All clips of a model as one .hclip: those of joints, with those of morph weights that have the same name.

import { encodeHclip, type HmeshModel, type WeightClipModel } from '@assetc/formats';
import type { AnimationModel } from '../../../model/scene/animation.js';
import { matchesGlob } from '../../../model/text/glob.js';
import type { AnimationSettings } from '../settings.js';
import type { ClipInput, InputTrack } from './clip-input.js';
import { clipSkeleton, clipTargets } from './clip-skeleton.js';
import { compressClip } from './compress-clip.js';

/** A clip that could not be kept within its error. */
interface MissedError {
  readonly name: string;
  readonly error: number;
}

interface ClipSources {
  readonly joints: readonly AnimationModel[];
  readonly weights: readonly WeightClipModel[];
  /** By joint. */
  readonly jointNames: readonly string[];
  readonly mesh: Pick<HmeshModel, 'vertices' | 'skin' | 'morphs'>;
}

/** Undefined if there is no clip: then there is no file. `onMissed` is called for each clip that differs more than asked. */
export function compressClips(
  { joints, weights, jointNames, mesh }: ClipSources,
  { error, rate, precise }: AnimationSettings,
  onMissed: (missed: MissedError) => void,
): Uint8Array | undefined {
  const clips = joinClips(joints, weights);
  if (clips.length === 0) return undefined;
  const skeleton = clipSkeleton(mesh, {
    error,
    isPrecise: (joint) => precise.some((glob) => matchesGlob(glob, jointNames[joint] ?? '')),
  });
  const targets = clipTargets(mesh, error);
  return encodeHclip({
    jointCount: skeleton.parents.length,
    targetCount: targets.defaults.length,
    clips: clips.map((input) => {
      const { clip, isHeld } = compressClip(input, skeleton, targets, { rate: rate === 0 ? undefined : rate });
      if (!isHeld) onMissed({ name: clip.name, error: clip.error });
      return clip;
    }),
  });
}

function joinClips(joints: readonly AnimationModel[], weights: readonly WeightClipModel[]): readonly ClipInput[] {
  const taken = new Set<WeightClipModel>();
  const both = joints.map(({ name, channels }) => {
    const other = weights.find((clip) => clip.name === name && !taken.has(clip));
    if (other !== undefined) taken.add(other);
    const own = channels.map(
      ({ joint, path, interpolation, times, values }): InputTrack => ({
        group: path,
        index: joint,
        isStepped: interpolation === 'step',
        times,
        values,
      }),
    );
    return toInput(name, [...own, ...weightTracks(other)]);
  });
  const rest = weights.filter((clip) => !taken.has(clip)).map((clip) => toInput(clip.name, weightTracks(clip)));
  return [...both, ...rest];
}

const weightTracks = (clip: WeightClipModel | undefined): readonly InputTrack[] =>
  (clip?.channels ?? []).map(({ target, interpolation, times, values }) => ({
    group: 'weight',
    index: target,
    isStepped: interpolation === 'STEP',
    times,
    values,
  }));

/** Of several tracks of one property the first counts. */
function toInput(name: string, tracks: readonly InputTrack[]): ClipInput {
  const seen = new Set<string>();
  const kept = tracks.filter(({ group, index }) => {
    const key = `${group} ${index}`;
    return !seen.has(key) && seen.add(key);
  });
  return { name, duration: kept.reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0), tracks: kept };
}
