// The block that is encoded: its texels by channel, and how much each counts.

import { MAX_ENDPOINT_12 } from '../hdr/astc-direct.js';
import { at } from '../uastc/lanes.js';
import type { Tables } from './tables.js';

/** Stands for the middle of ASTC's logarithmic scale of 12 bits, which is subtracted from HDR texels. */
export const HDR_MIDDLE = 2048;

export interface AstcBlock {
  readonly tables: Tables;
  /** R, G, B and A. */
  readonly texels: readonly (readonly number[])[];
  /** How much each texel counts in color and in alpha. */
  readonly colorCounts: readonly number[];
  readonly alphaCounts: readonly number[];
  readonly isHdr: boolean;
  readonly isOpaque: boolean;
  /** Color counts by its alpha. */
  readonly isWeighted: boolean;
  /** Channels that are searched: red for the three of opaque gray, else red to blue or to alpha. */
  readonly channels: number;
  /** Weights of squared errors by channel, and their roots. */
  readonly metric: readonly number[];
  readonly roots: readonly number[];
}

/** How a block is divided, and which channel has weights of its own, or −1. */
export interface Division {
  readonly count: number;
  /** The number of the partition in its table. */
  readonly partition: number;
  readonly second: number;
}

export const subsetsOf = ({ tables }: AstcBlock, { count, partition }: Division): readonly number[] =>
  count === 1 ? new Array<number>(tables.texels).fill(0) : at(tables.partitions(count), partition).subsets;

export const countsOf = (block: AstcBlock, channel: number): readonly number[] =>
  channel === 3 ? block.alphaCounts : block.colorCounts;

export interface LoadOptions {
  readonly perceptual: boolean;
  readonly alphaWeighted: boolean;
}

/** `rgba` has the texels of the block alone. */
export function loadBlock(tables: Tables, rgba: Uint8Array, options: LoadOptions): AstcBlock {
  const texels = [0, 1, 2, 3].map((c) => Array.from({ length: tables.texels }, (_, i) => at(rgba, i * 4 + c)));
  const [red = [], green = [], blue = [], alpha = []] = texels;
  const isOpaque = alpha.every((a) => a === 255);
  const isGray = isOpaque && red.every((r, i) => r === green[i] && r === blue[i]);
  const isWeighted = options.alphaWeighted && !isOpaque;
  const [r, g, b, a] = options.perceptual ? ([0.8, 1.6, 0.4, 1.2] as const) : ([1, 1, 1, 1] as const);
  const metric = [isGray ? r + (g + b) : r, g, b, a];
  return {
    tables,
    texels,
    colorCounts: alpha.map((v) => (isWeighted ? Math.max((v + 8) >> 4, 1) : 1)),
    alphaCounts: alpha.map(() => (isWeighted ? 16 : 1)),
    isHdr: false,
    isOpaque,
    isWeighted,
    channels: !isOpaque ? 4 : isGray ? 1 : 3,
    metric,
    roots: metric.map(Math.sqrt),
  };
}

/** The logarithm of a half that is finite and not negative, in 12 bits. */
function logOf(half: number): number {
  const fraction = (half & 1023) << 3;
  const mantissa =
    fraction < 1536
      ? Math.trunc(fraction / 3)
      : fraction < 5632
        ? (fraction + 512) >> 2
        : Math.trunc((fraction + 2048) / 5);
  return Math.min((((half >> 10) << 11) + mantissa + 8) >> 4, MAX_ENDPOINT_12);
}

/** `halfs` has the texels of the block alone. */
export function loadHdrBlock(tables: Tables, halfs: Uint16Array): AstcBlock {
  const ones = new Array<number>(tables.texels).fill(1);
  const channel = (c: number): number[] =>
    ones.map((_, i) => logOf(Math.min(at(halfs, i * 4 + c), 0x7bff)) - HDR_MIDDLE);
  return {
    tables,
    texels: [channel(0), channel(1), channel(2), ones.map(() => 0)],
    colorCounts: ones,
    alphaCounts: ones,
    isHdr: true,
    isOpaque: true,
    isWeighted: false,
    channels: 3,
    metric: [1, 1, 1, 1],
    roots: [1, 1, 1, 1],
  };
}
