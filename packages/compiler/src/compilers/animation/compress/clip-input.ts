// What is compressed: the tracks of one clip, with their places in a pose.

import type { TrackGroup } from '@assetc/formats';
import type { KeyedTrack } from './source-clip.js';

/** One property of a joint, or the weight of a morph target. */
export interface InputTrack extends KeyedTrack {
  readonly group: TrackGroup;
  /** Into the joints, or into the morph targets. */
  readonly index: number;
  readonly isStepped: boolean;
}

/** One clip of the source. */
export interface ClipInput {
  readonly name: string;
  /** Seconds: the largest key time. */
  readonly duration: number;
  /** One per property at most. */
  readonly tracks: readonly InputTrack[];
}

/** Morph targets, as far as their weights are concerned. */
export interface ClipTargets {
  /** The default weight of each. */
  readonly defaults: Float32Array;
  /** The largest error of each weight. */
  readonly limits: Float64Array;
}

/** Floats of a joint: translation, rotation, scale. */
export const LOCAL_FLOATS = 10;
/** The first float of a property among those of a joint. */
export const PLACE_OF: Readonly<Record<TrackGroup, number>> = { translation: 0, rotation: 3, scale: 7, weight: 0 };
