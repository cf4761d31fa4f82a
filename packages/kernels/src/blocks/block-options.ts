// The options of all block encoders, and the numbers that kernels take for them.

/** From the fastest search to the most thorough. */
export type BlockLevel = 'fast' | 'normal' | 'high' | 'max';

export interface BlockOptions {
  readonly level: BlockLevel;
  /** `perceptual` weighs squared differences of R, G, B, A as 2 : 4 : 1 : 3; `rgb` weighs all the same. Formats of one or two channels
   *  ignore it. */
  readonly metric: 'rgb' | 'perceptual';
  /** Weighs a texel's color by its alpha, for textures whose alpha blends: transparent texels show no color. Formats without alpha
   *  ignore it. */
  readonly alphaWeighted?: boolean;
}

const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];

export const levelNumber = (level: BlockLevel): number => LEVELS.indexOf(level);

export const numbersOf = ({ level, metric, alphaWeighted }: BlockOptions) => ({
  level: levelNumber(level),
  perceptual: metric === 'perceptual' ? 1 : 0,
  alphaWeighted: alphaWeighted === true ? 1 : 0,
});
