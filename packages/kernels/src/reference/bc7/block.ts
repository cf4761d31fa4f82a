// A block of sixteen texels, the weights of its errors, and the candidates for it.

import { at, CHANNELS, type Lanes, lanes } from '../uastc/lanes.js';
import type { Bc7ModeNumber, Partition } from './modes.js';

/** Texels that are fitted: the whole block, or one of the planes of modes 4 and 5. */
export interface Plane {
  readonly texels: readonly Lanes[];
  /** The weight of a squared difference by channel, for choosing indices. */
  readonly metric: Lanes;
  /** The same by texel, for measuring errors. In sixteenths if colors are weighed by alpha. */
  readonly metrics: readonly Lanes[];
  readonly errorShift: number;
  /** The weight of each texel's color in a fit. */
  readonly colorWeights: readonly number[];
  readonly isAlphaWeighted: boolean;
}

export interface Block extends Plane {
  readonly isOpaque: boolean;
  readonly hasFewColors: boolean;
}

/** Endpoints of a subset with their p-bits, on the mode's grid. */
export interface Ends {
  readonly low: Lanes;
  readonly high: Lanes;
}

export interface Candidate {
  readonly error: number;
  readonly mode: Bc7ModeNumber;
  readonly partition: Partition;
  /** + 4 if mode 4 gives color the longer indices. */
  readonly rotation: number;
  readonly ends: readonly Ends[];
  readonly indices: readonly number[];
  /** Indices of the channel in the second plane. */
  readonly alphaIndices: readonly number[];
}

/** Up to this many colors are few. */
const FEW = 6;
const sameColor = (a: Lanes, b: Lanes): boolean => CHANNELS.every((i) => a[i] === b[i]);
export const isSolid = (texels: readonly Lanes[]): boolean => texels.every((t) => sameColor(t, at(texels, 0)));

const differBy = (texels: readonly Lanes[], range: number): boolean =>
  CHANNELS.some((i) => Math.max(...texels.map((t) => t[i])) - Math.min(...texels.map((t) => t[i])) > range);

/** Gives invisible texels the mean visible color. */
function coverHidden(texels: readonly Lanes[]): Lanes[] {
  const alphaSum = texels.reduce((sum, t) => sum + t[3], 0);
  const mean = lanes((i) =>
    i === 3 ? 0 : Math.floor((texels.reduce((sum, t) => sum + t[i] * t[3], 0) + (alphaSum >> 1)) / alphaSum),
  );
  return texels.map((t) => (t[3] === 0 ? mean : t));
}

/** Colors that differ by at most `smoothRange` levels (if that is not 0) do not count as few. */
export function describeBlock(
  given: readonly Lanes[],
  options: { readonly metric: 'rgb' | 'perceptual'; readonly alphaWeighted?: boolean },
  smoothRange: number,
): Block {
  const isOpaque = given.every((t) => t[3] === 255);
  const isAlphaWeighted = options.alphaWeighted === true && !isOpaque && given.some((t) => t[3] > 0);
  const texels = isAlphaWeighted ? coverHidden(given) : given;
  const metric: Lanes = options.metric === 'perceptual' ? [2, 4, 1, 3] : [1, 1, 1, 1];
  const part = (alpha: number): number => Math.max((alpha + 8) >> 4, 1);
  const isArt = smoothRange === 0 || differBy(texels, smoothRange);
  const colors = texels.filter((t, i) => texels.findIndex((other) => sameColor(other, t)) === i);
  return {
    texels,
    metric,
    metrics: texels.map((t) =>
      isAlphaWeighted ? lanes((i) => metric[i] * (i === 3 ? 16 : t[3] === 0 ? 0 : part(t[3]))) : metric,
    ),
    errorShift: isAlphaWeighted ? 4 : 0,
    colorWeights: texels.map((t) => (isAlphaWeighted ? part(t[3]) : 1)),
    isAlphaWeighted,
    isOpaque,
    hasFewColors: colors.length <= FEW && isArt,
  };
}
