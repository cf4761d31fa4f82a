// Animation clips in memory. Keys are interleaved and unaligned on disk, so times and values are copied.

import type { ChannelPath, Interpolation } from './layout.js';

/** One property of one joint over time. */
export interface AnimationChannel {
  readonly joint: number;
  readonly path: ChannelPath;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  /** Four floats per key for rotations (x y z w), three for the others. */
  readonly values: Float32Array;
}

/** Input of `encodeHanim`; the duration follows from the keys. */
export interface AnimationClipModel {
  readonly name: string;
  readonly channels: readonly AnimationChannel[];
}

/** A decoded clip with its duration in seconds. */
export interface AnimationClip extends AnimationClipModel {
  readonly duration: number;
}

/** The weight of one morph target over time. */
export interface WeightChannel {
  /** Row of the mesh's table of morph targets. */
  readonly target: number;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  /** One float per key. */
  readonly values: Float32Array;
}

/** Input of `encodeHanimx`. A clip with the same name in the companion `.hanim` plays at the same time. */
export interface WeightClipModel {
  readonly name: string;
  readonly channels: readonly WeightChannel[];
}

/** A decoded clip of weights. */
export interface WeightClip extends WeightClipModel {
  readonly duration: number;
}

/** Floats per value: four for rotations, three for the others. */
export const componentsOf = (path: ChannelPath): 3 | 4 => (path === 'rotation' ? 4 : 3);

/** The largest key time; 0 without keys. */
export function durationOf(channels: readonly Pick<AnimationChannel, 'times'>[]): number {
  let duration: number | undefined;
  for (const { times } of channels) {
    const last = times.at(-1);
    if (last !== undefined && (duration === undefined || last > duration)) duration = last;
  }
  return duration ?? 0;
}
