// One animated number: keys, what happens between them, and what happens outside them. Every version of the format becomes this.

/** What a curve does between a key and the next one. */
export const HOLD = 0;
/** The value of the next key, right after this key. */
export const HOLD_NEXT = 1;
export const LINEAR = 2;
/** A Bezier curve in time and value. */
export const CUBIC = 3;

export type ExtrapolationMode = 'constant' | 'repeat' | 'mirror' | 'slope' | 'repeat-relative';

export interface Extrapolation {
  readonly mode: ExtrapolationMode;
  /** How often the curve is repeated; infinitely if negative. */
  readonly count: number;
}

export interface Curve {
  /** Seconds, ascending; not empty. If two are equal, the curve jumps. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** HOLD … CUBIC for what follows each key. */
  readonly segments: Uint8Array;
  /** Value per second, before and after each key. */
  readonly leftSlopes: Float64Array;
  readonly rightSlopes: Float64Array;
  /** How far the handles before and after each key reach, as a share of the segment. */
  readonly leftWeights: Float64Array;
  readonly rightWeights: Float64Array;
  readonly before: Extrapolation;
  readonly after: Extrapolation;
}

export const CONSTANT: Extrapolation = { mode: 'constant', count: -1 };

/** Where the handles of a curve without weights end. */
export const DEFAULT_WEIGHT = 1 / 3;
