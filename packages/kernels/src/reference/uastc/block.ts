// One 4×4 block and the candidates for it. Twin of the kernel's load and state.

import type { UastcModeNumber } from '../../uastc/block-fields.js';
import { type BlockColor, isDrawn, isFlatArt, listColors } from './distinct-colors.js';
import { at, type Channel, type Lanes } from './lanes.js';
import { UASTC_MODES, type UastcMode } from './modes.js';

/** The weight of a squared difference in each channel. */
export type Metric = Lanes;
export const PLAIN_METRIC: Metric = [1, 1, 1, 1];
export const PERCEPTUAL_METRIC: Metric = [2, 4, 1, 3];

export interface Block {
  /** Sixteen texels, R G B A each. */
  readonly texels: readonly Lanes[];
  readonly metric: Metric;
  readonly opaque: boolean;
  readonly gray: boolean;
  /** Opaque, and one of R, G and B is constant. */
  readonly twoChannel: boolean;
  /** Opaque, and two of them are constant. */
  readonly oneChannel: boolean;
  /** Whether several neighbors are equal, as in drawings. */
  readonly drawn: boolean;
  /** Its colors if they are few, else empty. */
  readonly listed: readonly BlockColor[];
  /** The same, but empty if they are near colors. */
  readonly colors: readonly BlockColor[];
}

/** Endpoints are ranks in the mode's range; gray is in R, G and B. */
export interface Ends {
  low: Lanes;
  high: Lanes;
}

export interface Candidate {
  mode: UastcModeNumber;
  pattern: number;
  /** The channel of the second plane. */
  channel: Channel;
  /** A pair of ranks per subset. */
  ends: Ends[];
  weights: [number[], number[]];
  error: number;
}

export const ALL_TEXELS: readonly number[] = Array.from({ length: 16 }, (_, i) => i);

export const modeOf = (mode: number): UastcMode => at(UASTC_MODES, mode);
/** Whether alpha is coded. If not, it is 255. */
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
