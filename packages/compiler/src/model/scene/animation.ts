// Animation clips, in two forms: of nodes, as in sources, and of joints, as in `.hanim`.

import type { Place } from '../../diagnostics/diagnostic.js';

export type ChannelPath = 'translation' | 'rotation' | 'scale';

interface KeyedChannel {
  /** `cubic`: each key is in-tangent, value, out-tangent. */
  readonly interpolation: 'step' | 'linear' | 'cubic';
  /** Seconds, not negative, strictly ascending; not empty. */
  readonly times: Float32Array;
  /** Finite. */
  readonly values: Float32Array;
  /** For diagnostics. */
  readonly origin: Place;
}

/** Animates a node: 3 numbers per key, 4 for rotations (x y z w), one per morph target for weights. */
export interface NodeChannel extends KeyedChannel {
  /** Into the scene's nodes. */
  readonly node: number;
  readonly path: ChannelPath | 'weights';
}

/** Animates another property of the file, named by a JSON pointer (KHR_animation_pointer). */
export interface PointerChannel extends KeyedChannel {
  readonly pointer: string;
  /** Numbers per key. */
  readonly components: number;
}

/** A clip of the source. */
export interface ClipModel {
  /** Never empty: unnamed clips are `anim_<index>`. */
  readonly name: string;
  readonly channels: readonly NodeChannel[];
  readonly pointers?: readonly PointerChannel[];
}

export interface ChannelModel {
  /** Into the joints. */
  readonly joint: number;
  readonly path: ChannelPath;
  readonly interpolation: 'step' | 'linear';
  /** Seconds, strictly ascending. */
  readonly times: Float32Array;
  /** 3 numbers per key, 4 for rotations (x y z w). */
  readonly values: Float32Array;
}

/** A clip over joints. */
export interface AnimationModel {
  readonly name: string;
  readonly channels: readonly ChannelModel[];
}
