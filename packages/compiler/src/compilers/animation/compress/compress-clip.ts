// Compresses one clip: samples it at equal spans, drops what does not move, finds grids segment by segment, and measures the result against
// the source. If the source bends too much between two samples, it gets more of them.

import {
  type CompressedClip,
  decodeHclip,
  encodeHclip,
  type HclipClipModel,
  neutralPose,
  sampleHclip,
  sampleHclipWeights,
  type TrackGroup,
  type TrackKind,
} from '@assetc/formats';
import { TRACK_GROUPS } from '@assetc/formats/layouts';
import { chooseGrid, gridOf } from './choose-grid.js';
import type { ClipInput, ClipTargets, InputTrack } from './clip-input.js';
import { codeSegments } from './code-segments.js';
import { foldTrack, reachOf, type SampledTrack, toleranceOf } from './fold-tracks.js';
import { type ClipSkeleton, type OrderedSkeleton, orderJoints } from './joint-tree.js';
import { compareMotion } from './measure-clip.js';
import { addReference, type ReferencePose, referenceOf, toDifferences } from './reference-pose.js';
import { type SampleGrid, sampleTrack, type TrackSamples } from './sample-tracks.js';

/** How often the number of samples is doubled until the error is held between them, too. */
const MAX_DOUBLINGS = 4;
/** The search aims a little below the limit: readers round to floats. */
const AIMS = [0.995, 0.9];

interface CompressionOptions {
  /** Samples per second; undefined: as the keys are spaced. */
  readonly rate: number | undefined;
  /** Of an additive clip: what is stored is the difference from it. */
  readonly reference?: ReferencePose | undefined;
}

interface CompressedResult {
  readonly clip: HclipClipModel;
  /** Whether every joint stays within its limit. */
  readonly isHeld: boolean;
}

export function compressClip(
  source: ClipInput,
  { bind, ...joints }: ClipSkeleton,
  { defaults, limits }: ClipTargets,
  { rate, reference }: CompressionOptions,
): CompressedResult {
  const skeleton = { ...joints, bind: reference?.pose ?? bind };
  const targets = { limits, defaults: reference?.weights ?? defaults };
  const input = { ...source, tracks: source.tracks.map(withoutIdleSteps) };
  const exact = orderJoints(skeleton);
  const jointCount = skeleton.parents.length;
  const targetCount = targets.defaults.length;
  let grid = rate === undefined ? chooseGrid(input, exact, targets) : gridOf(rate, input.duration);
  let best: (CompressedResult & { readonly ratio: number }) | undefined;
  for (let doubling = 0; doubling <= MAX_DOUBLINGS; doubling++, grid = denser(grid)) {
    for (const aim of AIMS) {
      const aimed = orderJoints({ ...skeleton, limits: skeleton.limits.map((limit) => limit * aim) });
      const model = compressAt(input, grid, aimed, targets, reference);
      const [clip] = decodeHclip(encodeHclip({ jointCount, targetCount, clips: [model] }));
      if (clip === undefined) throw new Error('a clip is lost');
      const { error, ratio } = compareMotion(
        samplerOf(clip, skeleton, targets, reference),
        input,
        grid,
        exact,
        targets,
      );
      if (best === undefined || ratio < best.ratio)
        best = { clip: { ...model, error: Math.fround(error) }, isHeld: ratio <= 1, ratio };
      if (ratio <= 1) return best;
    }
    if (grid.times.length === 1) break;
  }
  if (best === undefined) throw new Error('a clip was not compressed');
  return best;
}

/** A stepped track that never changes is an ordinary one that never changes. */
function withoutIdleSteps(track: InputTrack): InputTrack {
  if (!track.isStepped) return track;
  const components = track.values.length / track.times.length;
  const isIdle = track.values.every((value, i) => value === track.values[i % components]);
  return { ...track, isStepped: !isIdle };
}

/** Twice as many samples. */
const denser = ({ times, rate, duration }: SampleGrid): SampleGrid =>
  gridOf(rate === 0 ? (2 * (times.length - 1)) / duration : rate * 2, duration);

/** By the reader that engines use. */
function samplerOf(
  clip: CompressedClip,
  { bind }: ClipSkeleton,
  { defaults }: ClipTargets,
  reference: ReferencePose | undefined,
) {
  const rest = reference === undefined ? bind : neutralPose(clip.jointCount);
  const restWeights = reference === undefined ? defaults : new Float32Array(defaults.length);
  const pose = rest.slice();
  const weights = restWeights.slice();
  return (time: number, outPose: Float64Array, outWeights: Float64Array): void => {
    sampleHclip(clip, time, rest, pose);
    sampleHclipWeights(clip, time, restWeights, weights);
    outPose.set(pose);
    outWeights.set(weights);
    if (reference !== undefined) addReference(reference, outPose, outWeights);
  };
}

function compressAt(
  input: ClipInput,
  grid: SampleGrid,
  skeleton: OrderedSkeleton,
  targets: ClipTargets,
  reference: ReferencePose | undefined,
): HclipClipModel {
  const reach = reachOf(skeleton);
  const samples = input.tracks.filter(({ isStepped }) => !isStepped).map((track) => sampleTrack(track, grid));
  const spans = grid.times.length - 1;
  const isLoop = spans > 1 && samples.every(isClosed);
  const count = isLoop ? spans : spans + 1;
  const rest =
    reference === undefined
      ? { pose: skeleton.bind, weights: targets.defaults }
      : { pose: neutralPose(skeleton.parents.length), weights: new Float32Array(targets.defaults.length) };
  const sampled = samples.map(({ track, components, values }) => {
    const own = reference && referenceOf(track, components, reference);
    const kept = values.subarray(0, count * components);
    return foldTrack(
      { input: track, components, values: own === undefined ? kept : toDifferences(kept, own), reference: own },
      toleranceOf(track, skeleton, reach, targets),
      track.group === 'weight' ? rest.weights : rest.pose,
    );
  });
  const tracks = reference === undefined ? input.tracks : input.tracks.map((track) => relativeSteps(track, reference));
  const numbered = numberTracks(tracks, sampled, skeleton.parents.length, targets.defaults.length);
  const animated = numbered.sampled.filter(({ kind }) => kind === 'animated');
  const segments = codeSegments(animated, numbered.sampled, count, skeleton, targets);
  const hasSamples = animated.length > 0;
  return {
    name: input.name,
    duration: input.duration,
    rate: hasSamples ? grid.rate : 0,
    isLoop: isLoop && hasSamples,
    ...(reference === undefined ? {} : { isAdditive: true }),
    error: 0,
    groups: numbered.groups,
    kinds: numbered.kinds,
    constants: numbered.sampled.flatMap(({ constant }) => constant ?? []),
    stepped: numbered.stepped,
    sampleCount: hasSamples ? count : 0,
    ...(hasSamples && grid.rate === 0 && spans > 0 ? { times: Float32Array.from(grid.times.subarray(0, count)) } : {}),
    segments,
  };
}

/** The keys of a stepped track as differences. */
function relativeSteps(track: InputTrack, reference: ReferencePose): InputTrack {
  if (!track.isStepped) return track;
  const own = referenceOf(track, track.values.length / track.times.length, reference);
  return { ...track, values: Float32Array.from(toDifferences(Float64Array.from(track.values), own)) };
}

/** Whether the last sample is the first one, as far as floats can tell. */
function isClosed({ components, values }: TrackSamples): boolean {
  const last = values.length - components;
  for (let c = 0; c < components; c++)
    if (Math.fround(values[last + c] ?? 0) !== Math.fround(values[c] ?? 0)) return false;
  return true;
}

/** Numbers tracks as the format does: by group, then by joint or target. */
function numberTracks(
  inputs: readonly InputTrack[],
  sampled: readonly SampledTrack[],
  jointCount: number,
  targetCount: number,
) {
  const groups: readonly TrackGroup[] = TRACK_GROUPS.map(({ name }) => name).filter((name) =>
    inputs.some(({ group }) => group === name),
  );
  const firsts = new Map<TrackGroup, number>();
  let count = 0;
  for (const group of groups) {
    firsts.set(group, count);
    count += group === 'weight' ? targetCount : jointCount;
  }
  const numberOf = ({ group, index }: InputTrack): number => (firsts.get(group) ?? 0) + index;
  const kinds = new Array<TrackKind>(count).fill('none');
  const ordered = [...sampled].sort((a, b) => numberOf(a.input) - numberOf(b.input));
  for (const { input, kind } of ordered) kinds[numberOf(input)] = kind;
  const stepped = inputs
    .filter(({ isStepped }) => isStepped)
    .map((track) => ({ track: numberOf(track), times: track.times, values: track.values }))
    .sort((a, b) => a.track - b.track);
  return { groups, kinds, sampled: ordered, stepped };
}
