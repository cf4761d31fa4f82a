// One 4×4 block and the candidates for it. Plain twin of the kernel's load and state.

import type { UastcModeNumber } from '../../uastc/block-fields.js';
import { type BlockColor, isDrawn, isFlatArt, listColors } from './distinct-colors.js';
import { at, type Channel, type Lanes } from './lanes.js';
import { UASTC_MODES, type UastcMode } from './modes.js';

/** How much a squared difference of each channel counts. */
export type Metric = Lanes;
export const PLAIN_METRIC: Metric = [1, 1, 1, 1];
export const PERCEPTUAL_METRIC: Metric = [2, 4, 1, 3];

export interface Block {
  /** Sixteen texels, R G B A each. */
  readonly texels: readonly Lanes[];
  readonly metric: Metric;
  readonly opaque: boolean;
  readonly gray: boolean;
  /** One of R, G and B is the same everywhere in an opaque block. */
  readonly twoChannel: boolean;
  /** Two of them are. */
  readonly oneChannel: boolean;
  /** Whether neighbors are equal. */
  readonly drawn: boolean;
  /** Its colors where they are few, else none. */
  readonly listed: readonly BlockColor[];
  /** The same, but none where they are nearly alike. */
  readonly colors: readonly BlockColor[];
}

/** Endpoints are ranks in the mode's range; gray stands in R, G and B alike. */
export interface Ends {
  low: Lanes;
  high: Lanes;
}

export interface Candidate {
  mode: UastcModeNumber;
  pattern: number;
  /** The channel of the second plane. */
  channel: Channel;
  /** A pair of ranks a subset. */
  ends: Ends[];
  weights: [number[], number[]];
  error: number;
}

export const ALL_TEXELS: readonly number[] = Array.from({ length: 16 }, (_, i) => i);

export const modeOf = (mode: number): UastcMode => at(UASTC_MODES, mode);
/** Channels that a mode codes; alpha is 255 in the others. */
export const hasAlpha = (mode: number): boolean => modeOf(mode).components !== 3;

export function describeBlock(texels: readonly Lanes[], metric: Metric): Block {
  const opaque = texels.every((t) => t[3] === 255);
  const varies = (c: Channel): boolean => texels.some((t) => t[c] !== at(texels, 0)[c]);
  const varying = ([0, 1, 2] as const).filter(varies).length;
  const listed = listColors(texels);
  return {
    texels,
    metric,
    opaque,
    gray: texels.every((t) => t[0] === t[1] && t[0] === t[2]),
    drawn: isDrawn(texels),
    listed,
    colors: isFlatArt(texels) ? listed : [],
    twoChannel: opaque && varying < 3,
    oneChannel: opaque && varying < 2,
  };
}
