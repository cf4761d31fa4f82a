// BC7's modes and partitions. Widths include the p-bit: an endpoint of mode 1 has 6 + 1 bits.

import {
  THREE_SUBSET_ANCHORS_1,
  THREE_SUBSET_ANCHORS_2,
  THREE_SUBSETS,
  TWO_SUBSET_ANCHORS,
  TWO_SUBSETS,
} from '../partition-tables.js';

export type Bc7ModeNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type PBits = 'none' | 'shared' | 'own';

interface Bc7Mode {
  readonly subsets: 1 | 2 | 3;
  readonly partitionBits: number;
  readonly width: number;
  /** Bits of alpha; 0 if the mode has none. */
  readonly alphaWidth: number;
  readonly pBits: PBits;
  readonly indexBits: number;
}

const mode = (
  subsets: Bc7Mode['subsets'],
  partitionBits: number,
  width: number,
  alphaWidth: number,
  pBits: PBits,
  indexBits: number,
): Bc7Mode => ({ subsets, partitionBits, width, alphaWidth, pBits, indexBits });

export const BC7_MODES: Readonly<Record<Bc7ModeNumber, Bc7Mode>> = {
  0: mode(3, 4, 5, 0, 'own', 3),
  1: mode(2, 6, 7, 0, 'shared', 3),
  2: mode(3, 6, 5, 0, 'none', 2),
  3: mode(2, 6, 8, 0, 'own', 2),
  4: mode(1, 0, 5, 6, 'none', 2),
  5: mode(1, 0, 7, 8, 'none', 2),
  6: mode(1, 0, 8, 8, 'own', 4),
  7: mode(2, 6, 6, 6, 'own', 2),
};

/** By bits of an index. */
export const INDEX_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

export interface Partition {
  readonly number: number;
  /** Each texel's subset. */
  readonly subsets: readonly number[];
  /** Per subset, the texel whose index has one bit less. */
  readonly anchors: readonly number[];
}

export const WHOLE: Partition = { number: 0, subsets: new Array<number>(16).fill(0), anchors: [0] };

export const TWO: readonly Partition[] = TWO_SUBSETS.map((bits, number) => ({
  number,
  subsets: Array.from({ length: 16 }, (_, texel) => (bits >> texel) & 1),
  anchors: [0, TWO_SUBSET_ANCHORS[number] ?? 0],
}));

export const THREE: readonly Partition[] = THREE_SUBSETS.map((bits, number) => ({
  number,
  subsets: Array.from({ length: 16 }, (_, texel) => (bits >>> (texel * 2)) & 3),
  anchors: [0, THREE_SUBSET_ANCHORS_1[number] ?? 0, THREE_SUBSET_ANCHORS_2[number] ?? 0],
}));
