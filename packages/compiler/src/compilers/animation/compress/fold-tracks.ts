// Which tracks need no samples: those that keep the bind pose, or any other value, during the whole clip.

import type { SegmentTrack, TrackKind } from '@assetc/formats';
import type { GridCode } from '@assetc/kernels';
import { type ClipTargets, type InputTrack, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { motionKernel, type OrderedSkeleton } from './joint-tree.js';
import { dotAt } from './quaternion.js';

/** The share of a joint's limit that a constant value may differ from the source. */
const FOLDED = 0.02;
const MAX_EXPONENT = { rotation: 24, other: 40 };

/** A track with its samples and what becomes of it. */
export interface SampledTrack {
  readonly input: InputTrack;
  readonly components: number;
  /** Sample by sample; rotations are normalized. Of an additive clip: differences. */
  readonly values: Float64Array;
  /** Of an additive clip: what the values are relative to. */
  readonly reference: Float64Array | undefined;
  readonly kind: TrackKind;
  /** Of a constant track. */
  readonly constant?: SegmentTrack;
  /** What a reader gets for a track that keeps its value. */
  readonly kept?: Float64Array;
}

/** How far the bind pose carries a change of a joint, in the units of the mesh. */
interface JointReach {
  /** Per joint: units of the mesh per unit of its translation. */
  readonly scales: Float64Array;
  /** Per joint: the largest distance of a point that it turns. */
  readonly reaches: Float64Array;
}

export function reachOf({ parents, bind, shells, order }: OrderedSkeleton): JointReach {
  const scales = new Float64Array(parents.length).fill(1);
  const own = new Float64Array(parents.length);
  for (const joint of order) {
    const parent = parents[joint] ?? -1;
    const above = parent < 0 ? 1 : (own[parent] ?? 1);
    const [x = 0, y = 0, z = 0] = bind.subarray(joint * LOCAL_FLOATS + PLACE_OF.scale);
    scales[joint] = above;
    own[joint] = above * Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  }
  const reaches = new Float64Array(parents.length);
  for (const joint of order) {
    let length = (shells[joint] ?? 0) * (own[joint] ?? 1);
    for (let at = joint; at >= 0; at = parents[at] ?? -1) {
      if (length > (reaches[at] ?? 0)) reaches[at] = length;
      const [x = 0, y = 0, z = 0] = bind.subarray(at * LOCAL_FLOATS);
      length += Math.sqrt(x * x + y * y + z * z) * (scales[at] ?? 1);
    }
  }
  return { scales, reaches };
}

/** The largest change of a component that moves no point by more than a share of its limit. */
export function toleranceOf(
  { group, index }: InputTrack,
  { limits }: OrderedSkeleton,
  { scales, reaches }: JointReach,
  targets: ClipTargets,
): number {
  if (group === 'weight') return targets.limits[index] ?? 0;
  const distance = (group === 'translation' ? scales[index] : reaches[index]) ?? 1;
  return distance > 0 ? ((limits[index] ?? 0) * FOLDED) / distance : 0;
}

/** Decides the kind of a track by its samples. */
export function foldTrack(
  track: Omit<SampledTrack, 'kind' | 'constant' | 'kept'>,
  tolerance: number,
  rest: Float32Array,
): SampledTrack {
  const { input, components, values } = track;
  const first = values.slice(0, components);
  for (let at = components; at < values.length; at += components)
    if (!isNear(values.subarray(at, at + components), first, tolerance)) return { ...track, kind: 'animated' };
  const place = input.group === 'weight' ? input.index : input.index * LOCAL_FLOATS + PLACE_OF[input.group];
  const bind = Float64Array.from(rest.subarray(place, place + components));
  if (isNear(first, bind, tolerance)) return { ...track, kind: 'rest', kept: bind };
  let exponent = components === 4 ? 2 : -20;
  while (exponent < MAX_EXPONENT[components === 4 ? 'rotation' : 'other'] && 2 ** -exponent > tolerance) exponent++;
  const coded = motionKernel().code(first, components, exponent);
  return {
    ...track,
    kind: 'constant',
    constant: toSegmentTrack(coded?.code, first),
    kept: coded?.decoded ?? first.map(Math.fround),
  };
}

/** As the format stores it: with a grid, or else raw. */
export const toSegmentTrack = (code: GridCode | undefined, values: Float64Array): SegmentTrack =>
  code === undefined ? { form: 'raw', values: Float32Array.from(values) } : { form: 'grid', ...code };

/** Rotations are equal with either sign. */
function isNear(a: Float64Array, b: Float64Array, tolerance: number): boolean {
  const sign = a.length === 4 && dotAt(a, 0, b, 0) < 0 ? -1 : 1;
  for (let c = 0; c < a.length; c++) if (!(Math.abs((a[c] ?? 0) * sign - (b[c] ?? 0)) <= tolerance)) return false;
  return true;
}
