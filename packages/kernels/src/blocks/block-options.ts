// The options of all block encoders, and the numbers that kernels take for them.

/** From the fastest search to the most thorough. `draft` hardly searches. */
export type BlockLevel = 'draft' | 'fast' | 'normal' | 'high' | 'max';

/** The levels above `draft`. */
export type SearchLevel = Exclude<BlockLevel, 'draft'>;

export interface BlockOptions {
  readonly level: BlockLevel;
  /** `perceptual` weighs squared differences of R, G, B, A as 2 : 4 : 1 : 3; `rgb` weighs all the same. Formats of one or two channels
   *  ignore it, and so does `draft` of BC and ETC2. */
  readonly metric: 'rgb' | 'perceptual';
  /** Weighs a texel's color by its alpha, for textures whose alpha blends: transparent texels show no color. Formats without alpha
   *  ignore it. */
  readonly alphaWeighted?: boolean;
}

const LEVELS: readonly BlockLevel[] = ['draft', 'fast', 'normal', 'high', 'max'];

/** −1 for `draft`, 0 for `fast`, up to 3. */
export const levelNumber = (level: BlockLevel): number => LEVELS.indexOf(level) - 1;

export const numbersOf = ({ level, metric, alphaWeighted }: BlockOptions) => ({
  level: levelNumber(level),
  perceptual: metric === 'perceptual' ? 1 : 0,
  alphaWeighted: alphaWeighted === true ? 1 : 0,
});
