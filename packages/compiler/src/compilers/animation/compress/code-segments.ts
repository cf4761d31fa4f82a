// Cuts the samples of a clip into segments of equal length and codes each; of several lengths the one that takes the fewest bytes stays.

import type { SegmentTrack } from '@assetc/formats';
import { HclipSegment } from '@assetc/formats/layouts';
import { type ClipTargets, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { type SampledTrack, toSegmentTrack } from './fold-tracks.js';
import { motionKernel, type OrderedSkeleton } from './joint-tree.js';
import { applyDifferences } from './reference-pose.js';

/** Samples of a segment that are tried. */
const LENGTHS = [16, 24, 32];
const MAX_WEIGHT_EXPONENT = 24;

type Segments = readonly (readonly SegmentTrack[])[];

/** `animated` is the part of `all` that has samples; both are in the order of the file. */
export function codeSegments(
  animated: readonly SampledTrack[],
  all: readonly SampledTrack[],
  count: number,
  skeleton: OrderedSkeleton,
  targets: ClipTargets,
): Segments {
  if (animated.length === 0) return [];
  let best: { readonly segments: Segments; readonly bits: number } | undefined;
  for (const segmentCount of new Set(LENGTHS.map((length) => Math.max(1, Math.round(count / length))))) {
    const segments: (readonly SegmentTrack[])[] = [];
    let bits = segmentCount * HclipSegment.size * 8;
    for (let i = 0; i < segmentCount && bits < (best?.bits ?? Number.POSITIVE_INFINITY); i++) {
      const from = Math.floor((i * count) / segmentCount);
      const to = Math.floor(((i + 1) * count) / segmentCount);
      const coded = codeSegment(animated, all, from, to, skeleton, targets);
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
  skeleton: OrderedSkeleton,
  targets: ClipTargets,
) {
  const count = to - from;
  const cut = animated.map((track) => ({
    ...track,
    values: track.values.slice(from * track.components, to * track.components),
    count,
  }));
  const joints = cut.filter(({ input }) => input.group !== 'weight');
  const moving = joints.map(({ input, values, components, reference }) => ({
    values,
    components,
    reference,
    joint: skeleton.places[input.index] ?? 0,
    place: PLACE_OF[input.group],
  }));
  const found = motionKernel().search({
    ...skeleton.tree,
    ...localsOf(all, from, count, skeleton),
    count,
    tracks: moving,
  });
  const weights = cut
    .slice(joints.length)
    .map(({ input, values }) => codeWeight(values, targets.limits[input.index] ?? 0));
  return {
    tracks: [
      ...found.codes.map((code, i) => toSegmentTrack(code, moving[i]?.values ?? new Float64Array(0))),
      ...weights.map(({ track }) => track),
    ],
    bits: found.bits + weights.reduce((sum, { bits }) => sum + bits, 0),
  };
}

/** Ten rows per joint: of the source, and with constant properties as a reader gets them. */
function localsOf(all: readonly SampledTrack[], from: number, count: number, { order, places, bind }: OrderedSkeleton) {
  const source = new Float64Array(order.length * count * LOCAL_FLOATS);
  for (const [place, joint] of order.entries())
    for (let k = 0; k < LOCAL_FLOATS; k++) {
      const row = (place * LOCAL_FLOATS + k) * count;
      source.fill(bind[joint * LOCAL_FLOATS + k] ?? 0, row, row + count);
    }
  const lossy = source.slice();
  for (const { input, values, components, kept, reference } of all) {
    if (input.group === 'weight') continue;
    const stored = values.subarray(from * components, (from + count) * components);
    const own = reference === undefined ? stored : applyDifferences(stored, reference);
    const value = kept === undefined || reference === undefined ? kept : applyDifferences(kept, reference);
    const row = ((places[input.index] ?? 0) * LOCAL_FLOATS + PLACE_OF[input.group]) * count;
    for (let c = 0; c < components; c++)
      for (let i = 0; i < count; i++) {
        const exact = own[i * components + c] ?? 0;
        source[row + c * count + i] = exact;
        lossy[row + c * count + i] = value === undefined ? exact : (value[c] ?? 0);
      }
  }
  return { source, kept: lossy };
}

/** A weight moves no joint: the coarsest grid within its limit. */
function codeWeight(values: Float64Array, limit: number): { readonly track: SegmentTrack; readonly bits: number } {
  for (let exponent = 0; exponent <= MAX_WEIGHT_EXPONENT; exponent++) {
    const coded = motionKernel().code(values, 1, exponent);
    if (coded?.decoded.every((value, i) => Math.abs(value - (values[i] ?? 0)) <= limit))
      return { track: toSegmentTrack(coded.code, values), bits: coded.bits };
  }
  return { track: toSegmentTrack(undefined, values), bits: values.length * 32 + 1 };
}
