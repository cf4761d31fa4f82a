// Clips twice: as sources have them, over nodes, and as `.hanim` stores them, over joints.

import type { Place } from '../diagnostics/diagnostic.js';

export type ChannelPath = 'translation' | 'rotation' | 'scale';

interface KeyedChannel {
  /** `cubic`: each key is in-tangent, value, out-tangent. */
  readonly interpolation: 'step' | 'linear' | 'cubic';
  /** Seconds, not negative, strictly ascending; at least one. */
  readonly times: Float32Array;
  /** Finite. */
  readonly values: Float32Array;
  /** For diagnostics. */
  readonly origin: Place;
}

/** What moves a node: 3 numbers a key, 4 for rotations (x y z w), one for each morph target for weights. */
export interface NodeChannel extends KeyedChannel {
  /** Into the scene's nodes. */
  readonly node: number;
  readonly path: ChannelPath | 'weights';
}

/** What changes something else that the file holds, named by a JSON pointer (KHR_animation_pointer). */
export interface PointerChannel extends KeyedChannel {
  readonly pointer: string;
  /** Numbers a key. */
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
  /** 3 numbers a key, 4 for rotations (x y z w). */
  readonly values: Float32Array;
}

/** A clip over joints. */
export interface AnimationModel {
  readonly name: string;
  readonly channels: readonly ChannelModel[];
}
