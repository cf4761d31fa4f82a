// What all block encoders are asked for, and the numbers that kernels take for it.

/** From the quickest search to the one that leaves nothing out. */
export type BlockLevel = 'fast' | 'normal' | 'high' | 'max';

export interface BlockOptions {
  readonly level: BlockLevel;
  /** `perceptual` weighs squared differences of R, G, B, A as 2 : 4 : 1 : 3; `rgb` weighs all alike. Nothing to formats of one or two
   *  channels. */
  readonly metric: 'rgb' | 'perceptual';
  /** Weighs a texel's colour by its alpha, for textures whose alpha blends: what is transparent shows no colour. Formats without alpha
   *  do not look. */
  readonly alphaWeighted?: boolean;
}

const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];

/** The number that kernels know a level by. */
export const levelNumber = (level: BlockLevel): number => LEVELS.indexOf(level);

export const numbersOf = ({ level, metric, alphaWeighted }: BlockOptions) => ({
  level: levelNumber(level),
  perceptual: metric === 'perceptual' ? 1 : 0,
  alphaWeighted: alphaWeighted === true ? 1 : 0,
});
