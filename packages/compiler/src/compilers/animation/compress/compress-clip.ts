// Compresses one clip: samples it at equal spans, drops what does not move, finds grids segment by segment, and measures the result against
// the source. If the source bends too much between two samples, it gets more of them.

import { decodeHclip, encodeHclip, type HclipClipModel, type TrackGroup, type TrackKind } from '@assetc/formats';
import { TRACK_GROUPS } from '@assetc/formats/layouts';
import type { ClipInput, ClipTargets, InputTrack } from './clip-input.js';
import { codeSegments } from './code-segments.js';
import { findSpans } from './find-spans.js';
import { foldTrack, reachOf, type SampledTrack, toleranceOf } from './fold-tracks.js';
import { type ClipSkeleton, sortJoints } from './joint-chain.js';
import { measureClip } from './measure-clip.js';
import { evaluateTrack } from './source-clip.js';

/** How often the number of samples is doubled until the error is held between them, too. */
const MAX_DOUBLINGS = 4;
/** The search aims a little below the limit: readers round to floats. */
const AIMS = [0.995, 0.9];

export interface CompressionOptions {
  /** Samples per second; undefined: as the keys are spaced. */
  readonly rate: number | undefined;
}

export interface CompressedResult {
  readonly clip: HclipClipModel;
  /** Whether every joint stays within its limit. */
  readonly isHeld: boolean;
}

export function compressClip(
  input: ClipInput,
  skeleton: ClipSkeleton,
  targets: ClipTargets,
  { rate }: CompressionOptions,
): CompressedResult {
  const smooth = input.tracks.filter(({ isStepped }) => !isStepped);
  const order = sortJoints(skeleton.parents);
  let spans = rate === undefined ? findSpans(smooth, input.duration) : Math.max(1, Math.round(input.duration * rate));
  if (input.duration === 0) spans = 0;
  let best: (CompressedResult & { readonly ratio: number }) | undefined;
  for (let doubling = 0; doubling <= MAX_DOUBLINGS; doubling++, spans *= 2) {
    for (const aim of AIMS) {
      const aimed = { ...skeleton, limits: skeleton.limits.map((limit) => limit * aim) };
      const model = compressAt(input, spans, aimed, order, targets);
      const [clip] = decodeHclip(
        encodeHclip({ jointCount: skeleton.parents.length, targetCount: targets.defaults.length, clips: [model] }),
      );
      if (clip === undefined) throw new Error('a clip is lost');
      const { error, ratio } = measureClip(clip, input, spans, skeleton, order, targets);
      if (best === undefined || ratio < best.ratio)
        best = { clip: { ...model, error: Math.fround(error) }, isHeld: ratio <= 1, ratio };
      if (ratio <= 1) return best;
    }
    if (spans === 0) break;
  }
  if (best === undefined) throw new Error('a clip was not compressed');
  return best;
}

function compressAt(
  input: ClipInput,
  spans: number,
  skeleton: ClipSkeleton,
  order: Int32Array,
  targets: ClipTargets,
): HclipClipModel {
  const reach = reachOf(skeleton);
  const samples = input.tracks
    .filter(({ isStepped }) => !isStepped)
    .map((track) => sampleTrack(track, spans, input.duration));
  const isLoop = spans > 1 && samples.every(isClosed);
  const count = isLoop ? spans : spans + 1;
  const sampled = samples.map(({ track, components, values }) =>
    foldTrack(
      track,
      values.subarray(0, count * components),
      components,
      toleranceOf(track, skeleton, reach, targets),
      track.group === 'weight' ? targets.defaults : skeleton.bind,
    ),
  );
  const numbered = numberTracks(input.tracks, sampled, skeleton.parents.length, targets.defaults.length);
  const animated = numbered.sampled.filter(({ kind }) => kind === 'animated');
  const segments = codeSegments(animated, numbered.sampled, count, skeleton, order, targets);
  const hasSamples = animated.length > 0;
  return {
    name: input.name,
    duration: input.duration,
    isLoop: isLoop && hasSamples,
    error: 0,
    groups: numbered.groups,
    kinds: numbered.kinds,
    constants: numbered.sampled.flatMap(({ constant }) => constant ?? []),
    stepped: numbered.stepped,
    sampleCount: hasSamples ? count : 0,
    segments,
  };
}

interface TrackSamples {
  readonly track: InputTrack;
  readonly components: number;
  readonly values: Float64Array;
}

function sampleTrack(track: InputTrack, spans: number, duration: number): TrackSamples {
  const components = track.values.length / track.times.length;
  const values = new Float64Array((spans + 1) * components);
  for (let i = 0; i <= spans; i++) {
    const time = spans === 0 ? 0 : (i * duration) / spans;
    evaluateTrack(track, time, values.subarray(i * components, (i + 1) * components));
  }
  return { track, components, values };
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
