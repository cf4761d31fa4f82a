// Animation clips over the joints of a model's first skin, as `.hanim` stores them.

export type ChannelPath = 'translation' | 'rotation' | 'scale';

export interface ChannelModel {
  /** Into the first skin's joints. */
  readonly joint: number;
  readonly path: ChannelPath;
  readonly interpolation: 'step' | 'linear';
  /** Seconds, strictly ascending. */
  readonly times: Float32Array;
  /** 3 numbers a key, 4 for rotations (x y z w). */
  readonly values: Float32Array;
}

export interface AnimationModel {
  /** Never empty: unnamed clips are `anim_<index>`. */
  readonly name: string;
  readonly channels: readonly ChannelModel[];
}
