// All clips of a model as one .hclip: those of joints, with those of morph weights that have the same name. Clips are compressed in parallel.

import type { HmeshModel, WeightClipModel } from '@assetc/formats';
import type { Parallel } from '../../../encoding/parallel.js';
import type { AnimationModel } from '../../../model/scene/animation.js';
import { matchesGlob } from '../../../model/text/glob.js';
import type { AnimationSettings } from '../settings.js';
import type { ClipInput, ClipTargets, InputTrack } from './clip-input.js';
import { clipSkeleton, clipTargets } from './clip-skeleton.js';
import { compressInParallel } from './clip-task.js';
import type { ClipSkeleton } from './joint-tree.js';
import { type ReferencePose, startOf } from './reference-pose.js';

interface ClipSources {
  readonly joints: readonly AnimationModel[];
  readonly weights: readonly WeightClipModel[];
  /** By joint. */
  readonly jointNames: readonly string[];
  readonly mesh: Pick<HmeshModel, 'vertices' | 'skin' | 'morphs'>;
}

/** What the user should know. */
interface ClipEvents {
  /** A clip differs more than asked. */
  onMissed(name: string, error: number): void;
  /** There is no clip that additive ones can be relative to. */
  onNoReference(names: readonly string[]): void;
}

/** Undefined if there is no clip: then there is no file. */
export async function compressClips(
  { joints, weights, jointNames, mesh }: ClipSources,
  settings: AnimationSettings,
  parallel: Parallel,
  { onMissed, onNoReference }: ClipEvents,
): Promise<Uint8Array | undefined> {
  const { error, rate, precise } = settings;
  const clips = joinClips(joints, weights);
  if (clips.length === 0) return undefined;
  const skeleton = clipSkeleton(mesh, {
    error,
    isPrecise: (joint) => precise.some((glob) => matchesGlob(glob, jointNames[joint] ?? '')),
  });
  const targets = clipTargets(mesh, error);
  const references = referencesOf(clips, skeleton, targets, settings);
  if (references === undefined) onNoReference(clips.map(({ name }) => name));
  const { bytes, missed } = await compressInParallel(
    {
      skeleton,
      targets,
      rate: rate === 0 ? undefined : rate,
      clips: clips.map((input, i) => ({ input, reference: references?.[i] })),
    },
    parallel,
  );
  for (const { index, error: measured } of missed) onMissed(clips[index]?.name ?? '', measured);
  return bytes;
}

/** By clip: what it is relative to, or undefined if it is not additive. Undefined if the clip that they are relative to does not exist. */
function referencesOf(
  clips: readonly ClipInput[],
  skeleton: ClipSkeleton,
  targets: ClipTargets,
  { additive, reference }: AnimationSettings,
): readonly (ReferencePose | undefined)[] | undefined {
  const isAdditive = clips.map(({ name }) => additive.some((glob) => matchesGlob(glob, name)));
  const named = clips.find(({ name }) => name === reference);
  if (reference !== '' && named === undefined && isAdditive.includes(true)) return undefined;
  return clips.map((clip, i) =>
    isAdditive[i] === true ? startOf(reference === '' ? clip : (named ?? clip), skeleton, targets) : undefined,
  );
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
