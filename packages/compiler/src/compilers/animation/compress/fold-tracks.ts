// Which tracks need no samples: those that keep the bind pose, or any other value, during the whole clip.

import type { SegmentTrack, TrackKind } from '@assetc/formats';
import { type ClipTargets, type InputTrack, LOCAL_FLOATS, PLACE_OF } from './clip-input.js';
import { GridCoder } from './grid-track.js';
import type { ClipSkeleton } from './joint-chain.js';

/** The share of a joint's limit that a constant value may differ from the source. */
const FOLDED = 0.02;
const MAX_EXPONENT = { rotation: 24, other: 40 };

/** A track with its samples and what becomes of it. */
export interface SampledTrack {
  readonly input: InputTrack;
  readonly components: number;
  /** Sample by sample; rotations are normalized. */
  readonly values: Float64Array;
  readonly kind: TrackKind;
  /** Of a constant track. */
  readonly constant?: SegmentTrack;
  /** What a reader gets for a track that keeps its value. */
  readonly kept?: Float64Array;
}

/** How far a joint carries others: the largest distance of a point below it in the bind pose, with its shell. */
export function reachOf({ parents, bind, shells }: ClipSkeleton): Float64Array {
  const reach = Float64Array.from(shells);
  for (let joint = 0; joint < parents.length; joint++) {
    let length = shells[joint] ?? 0;
    for (let at = joint, steps = 0; at >= 0 && steps < parents.length; at = parents[at] ?? -1, steps++) {
      if (length > (reach[at] ?? 0)) reach[at] = length;
      const t = at * LOCAL_FLOATS;
      const [x = 0, y = 0, z = 0] = bind.subarray(t, t + 3);
      length += Math.sqrt(x * x + y * y + z * z);
    }
  }
  return reach;
}

/** The largest change of a component that moves no point by more than a share of its limit. */
export function toleranceOf(
  { group, index }: InputTrack,
  skeleton: ClipSkeleton,
  reach: Float64Array,
  targets: ClipTargets,
): number {
  if (group === 'weight') return targets.limits[index] ?? 0;
  const limit = (skeleton.limits[index] ?? 0) * FOLDED;
  return group === 'translation' ? limit : limit / (reach[index] ?? 1);
}

/** Decides the kind of a track by its samples. */
export function foldTrack(
  input: InputTrack,
  values: Float64Array,
  components: number,
  tolerance: number,
  rest: Float32Array,
): SampledTrack {
  const track = { input, components, values };
  const first = values.slice(0, components);
  for (let at = components; at < values.length; at += components)
    if (!isNear(values.subarray(at, at + components), first, tolerance)) return { ...track, kind: 'animated' };
  const place = input.group === 'weight' ? input.index : input.index * LOCAL_FLOATS + PLACE_OF[input.group];
  const bind = Float64Array.from(rest.subarray(place, place + components));
  if (isNear(first, bind, tolerance)) return { ...track, kind: 'rest', kept: bind };
  const coder = new GridCoder({ values: first, components, count: 1 });
  let exponent = components === 4 ? 2 : -20;
  while (exponent < MAX_EXPONENT[components === 4 ? 'rotation' : 'other'] && 2 ** -exponent > tolerance) exponent++;
  const coded = coder.code(exponent);
  const raw = Float32Array.from(first);
  return {
    ...track,
    kind: 'constant',
    constant: coded?.track ?? { form: 'raw', values: raw },
    kept: coded?.decoded ?? Float64Array.from(raw),
  };
}

/** Rotations are equal with either sign. */
function isNear(a: Float64Array, b: Float64Array, tolerance: number): boolean {
  let sign = 1;
  if (a.length === 4) {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += (a[c] ?? 0) * (b[c] ?? 0);
    if (dot < 0) sign = -1;
  }
  for (let c = 0; c < a.length; c++) if (!(Math.abs((a[c] ?? 0) * sign - (b[c] ?? 0)) <= tolerance)) return false;
  return true;
}
