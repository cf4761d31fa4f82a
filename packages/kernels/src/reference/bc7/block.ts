// A block of sixteen texels, how much its errors count, and the candidates for it.

import { at, CHANNELS, type Lanes, lanes } from '../uastc/lanes.js';
import type { Bc7ModeNumber, Partition } from './modes.js';

/** Texels as a fit sees them: the whole block, or one of the planes of modes 4 and 5. */
export interface Plane {
  readonly texels: readonly Lanes[];
  /** What a squared difference of each channel counts where indices are chosen. */
  readonly metric: Lanes;
  /** What it counts, by texel, where errors are measured: in sixteenths where colors are weighed. */
  readonly metrics: readonly Lanes[];
  readonly errorShift: number;
  /** What each texel's color counts in a fit. */
  readonly colorWeights: readonly number[];
  readonly isWeighing: boolean;
}

export interface Block extends Plane {
  readonly isOpaque: boolean;
  readonly isFew: boolean;
}

/** Ends of a subset with their p-bits, on the mode's grid. */
export interface Ends {
  readonly low: Lanes;
  readonly high: Lanes;
}

export interface Candidate {
  readonly error: number;
  readonly mode: Bc7ModeNumber;
  readonly partition: Partition;
  /** + 4 where mode 4 gives color the longer indices. */
  readonly rotation: number;
  readonly ends: readonly Ends[];
  readonly indices: readonly number[];
  /** Of the channel that goes apart. */
  readonly alphaIndices: readonly number[];
}

/** More colors than this are not few. */
const FEW = 6;
const sameColor = (a: Lanes, b: Lanes): boolean => CHANNELS.every((i) => a[i] === b[i]);
export const isSolid = (texels: readonly Lanes[]): boolean => texels.every((t) => sameColor(t, at(texels, 0)));

const differBy = (texels: readonly Lanes[], range: number): boolean =>
  CHANNELS.some((i) => Math.max(...texels.map((t) => t[i])) - Math.min(...texels.map((t) => t[i])) > range);

/** Gives what alpha hides the mean of what it shows. */
function coverHidden(texels: readonly Lanes[]): Lanes[] {
  const shown = texels.reduce((sum, t) => sum + t[3], 0);
  const mean = lanes((i) =>
    i === 3 ? 0 : Math.floor((texels.reduce((sum, t) => sum + t[i] * t[3], 0) + (shown >> 1)) / shown),
  );
  return texels.map((t) => (t[3] === 0 ? mean : t));
}

/** Colors that differ by no more than `calm` levels, where that is not 0, do not count as few. */
export function describeBlock(
  given: readonly Lanes[],
  options: { readonly metric: 'rgb' | 'perceptual'; readonly alphaWeighted?: boolean },
  calm: number,
): Block {
  const isOpaque = given.every((t) => t[3] === 255);
  const isWeighing = options.alphaWeighted === true && !isOpaque && given.some((t) => t[3] > 0);
  const texels = isWeighing ? coverHidden(given) : given;
  const metric: Lanes = options.metric === 'perceptual' ? [2, 4, 1, 3] : [1, 1, 1, 1];
  const part = (alpha: number): number => Math.max((alpha + 8) >> 4, 1);
  const colors = texels.filter((t, i) => texels.findIndex((other) => sameColor(other, t)) === i);
  return {
    texels,
    metric,
    metrics: texels.map((t) =>
      isWeighing ? lanes((i) => metric[i] * (i === 3 ? 16 : t[3] === 0 ? 0 : part(t[3]))) : metric,
    ),
    errorShift: isWeighing ? 4 : 0,
    colorWeights: texels.map((t) => (isWeighing ? part(t[3]) : 1)),
    isWeighing,
    isOpaque,
    isFew: colors.length <= FEW && (calm === 0 || differBy(texels, calm)),
  };
}
