// Cuts the samples of a clip into segments of equal length and codes each; of several lengths the one that takes the fewest bytes stays.

import type { SegmentTrack } from '@assetc/formats';
import { HclipSegment } from '@assetc/formats/layouts';
import { type ClipTargets, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import type { SampledTrack } from './fold-tracks.js';
import { GridCoder } from './grid-track.js';
import { type ClipSkeleton, JointChain } from './joint-chain.js';
import { searchSegment } from './search-segment.js';

/** Samples of a segment that are tried. */
const LENGTHS = [16, 24, 32];
const MAX_WEIGHT_EXPONENT = 24;

type Segments = readonly (readonly SegmentTrack[])[];

/** `animated` is the part of `all` that has samples; both are in the order of the file. */
export function codeSegments(
  animated: readonly SampledTrack[],
  all: readonly SampledTrack[],
  count: number,
  skeleton: ClipSkeleton,
  order: Int32Array,
  targets: ClipTargets,
): Segments {
  if (animated.length === 0) return [];
  let best: { readonly segments: Segments; readonly bits: number } | undefined;
  for (const segmentCount of new Set(LENGTHS.map((length) => Math.max(1, Math.round(count / length))))) {
    const segments: (readonly SegmentTrack[])[] = [];
    let bits = segmentCount * HclipSegment.size * 8;
    for (let i = 0; i < segmentCount; i++) {
      const from = Math.floor((i * count) / segmentCount);
      const to = Math.floor(((i + 1) * count) / segmentCount);
      const coded = codeSegment(animated, all, from, to, skeleton, order, targets);
      segments.push(coded.tracks);
      bits += coded.bits;
    }
    if (best === undefined || bits < best.bits) best = { segments, bits };
  }
  return best?.segments ?? [];
}

function codeSegment(
  animated: readonly SampledTrack[],
  all: readonly SampledTrack[],
  from: number,
  to: number,
  skeleton: ClipSkeleton,
  order: Int32Array,
  targets: ClipTargets,
) {
  const count = to - from;
  const cut = animated.map((track) => ({
    ...track,
    values: track.values.slice(from * track.components, to * track.components),
    count,
  }));
  const joints = cut.filter(({ input }) => input.group !== 'weight');
  const { source, lossy } = localsOf(all, from, count, skeleton);
  const chain = new JointChain(skeleton, order, source, count);
  const moving = joints.map(({ input, values, components }) => ({
    values,
    components,
    count,
    joint: input.index,
    place: PLACE_OF[input.group],
  }));
  const smallest = skeleton.limits.reduce((least, limit) => Math.min(least, limit), Number.POSITIVE_INFINITY);
  const found = searchSegment(moving, chain, lossy, smallest, skeleton.parents);
  const weights = cut.slice(joints.length).map(({ input, values, components }) => {
    return codeWeight({ values, components, count }, targets.limits[input.index] ?? 0);
  });
  return {
    tracks: [...found.tracks, ...weights.map(({ track }) => track)],
    bits: found.bits + weights.reduce((sum, { bits }) => sum + bits, 0),
  };
}

/** Ten numbers per joint and sample: of the source, and with constant properties as a reader gets them. */
function localsOf(all: readonly SampledTrack[], from: number, count: number, { parents, bind }: ClipSkeleton) {
  const source = new Float64Array(parents.length * count * LOCAL_FLOATS);
  for (let joint = 0; joint < parents.length; joint++)
    for (let i = 0; i < count; i++)
      source.set(bind.subarray(joint * LOCAL_FLOATS, (joint + 1) * LOCAL_FLOATS), (joint * count + i) * LOCAL_FLOATS);
  const lossy = source.slice();
  for (const { input, values, components, kept } of all) {
    if (input.group === 'weight') continue;
    for (let i = 0; i < count; i++) {
      const at = (input.index * count + i) * LOCAL_FLOATS + PLACE_OF[input.group];
      const own = values.subarray((from + i) * components, (from + i + 1) * components);
      source.set(own, at);
      lossy.set(kept ?? own, at);
    }
  }
  return { source, lossy };
}

/** A weight moves no joint: the coarsest grid within its limit. */
function codeWeight(
  values: { readonly values: Float64Array; readonly components: number; readonly count: number },
  limit: number,
): { readonly track: SegmentTrack; readonly bits: number } {
  const coder = new GridCoder(values);
  for (let exponent = 0; exponent <= MAX_WEIGHT_EXPONENT; exponent++) {
    const coded = coder.code(exponent);
    if (coded?.decoded.every((value, i) => Math.abs(value - (values.values[i] ?? 0)) <= limit)) return coded;
  }
  return { track: { form: 'raw', values: Float32Array.from(values.values) }, bits: values.count * 32 + 1 };
}
