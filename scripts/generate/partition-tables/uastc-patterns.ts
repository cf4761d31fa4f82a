// The partition patterns of UASTC: each is a partition of ASTC, by its seed, and one of BC7. Its texels follow from ASTC.

import { astcSubsets } from './astc-partitions.js';
import {
  THREE_SUBSET_ANCHORS_1,
  THREE_SUBSET_ANCHORS_2,
  THREE_SUBSETS,
  TWO_SUBSET_ANCHORS,
  TWO_SUBSETS,
} from './bc7-partitions.js';

export interface Pattern {
  /** The subset of each texel. */
  readonly texels: readonly number[];
  /** The partition in ASTC. */
  readonly seed: number;
  /** The partition in BC7, the subset of each texel there, and its anchors. */
  readonly bc7Partition: number;
  readonly bc7Texels: readonly number[];
  readonly bc7Anchors: readonly number[];
  /** The UASTC subset that each BC7 subset takes. */
  readonly order: readonly number[];
}

type SeedAndPartition = readonly [seed: number, bc7Partition: number];

const SET_A: readonly SeedAndPartition[] = [
  ...([
    [28, 0],
    [20, 1],
    [16, 2],
    [29, 3],
    [91, 4],
    [9, 5],
    [107, 6],
    [72, 7],
    [149, 8],
    [204, 9],
  ] as const),
  ...([
    [50, 10],
    [114, 11],
    [496, 12],
    [17, 13],
    [78, 14],
    [39, 15],
    [252, 17],
    [828, 18],
    [43, 19],
  ] as const),
  ...([
    [156, 20],
    [116, 21],
    [210, 22],
    [476, 23],
    [273, 24],
    [684, 25],
    [359, 26],
    [246, 29],
  ] as const),
  ...([
    [195, 32],
    [694, 33],
    [524, 52],
  ] as const),
];
const SET_B: readonly SeedAndPartition[] = [
  ...([
    [260, 4],
    [74, 8],
    [32, 9],
    [156, 10],
    [183, 11],
    [15, 12],
    [745, 13],
    [0, 20],
    [335, 35],
  ] as const),
  ...([
    [902, 36],
    [254, 57],
  ] as const),
];
/** Two subsets that BC7 has only as three. */
const SET_C: readonly SeedAndPartition[] = [
  ...([
    [36, 10],
    [48, 11],
    [61, 0],
    [137, 2],
    [161, 8],
    [183, 13],
    [226, 1],
    [281, 33],
    [302, 40],
  ] as const),
  ...([
    [307, 20],
    [479, 21],
    [495, 58],
    [593, 3],
    [594, 32],
    [605, 59],
    [799, 34],
    [812, 20],
  ] as const),
  ...([
    [988, 14],
    [993, 31],
  ] as const),
];

const TEXELS = Array.from({ length: 16 }, (_, i) => i);

function pattern([seed, bc7Partition]: SeedAndPartition, subsetCount: 2 | 3, bc7SubsetCount: 2 | 3): Pattern {
  const texels = astcSubsets(seed, subsetCount);
  const isTwo = bc7SubsetCount === 2;
  const bits = (isTwo ? TWO_SUBSETS : THREE_SUBSETS)[bc7Partition] ?? 0;
  const bc7Texels = TEXELS.map((i) => (isTwo ? (bits >> i) & 1 : (bits >>> (2 * i)) & 3));
  const order = Array.from({ length: bc7SubsetCount }, (_, subset) => texels[bc7Texels.indexOf(subset)] ?? 0);
  if (TEXELS.some((i) => order[bc7Texels[i] ?? 0] !== texels[i]))
    throw new Error(`seed ${seed} of ASTC does not match partition ${bc7Partition} of BC7`);
  const anchors = isTwo ? [TWO_SUBSET_ANCHORS] : [THREE_SUBSET_ANCHORS_1, THREE_SUBSET_ANCHORS_2];
  return { texels, seed, bc7Partition, bc7Texels, bc7Anchors: anchors.map((list) => list[bc7Partition] ?? 0), order };
}

export const PATTERNS_A = SET_A.map((entry) => pattern(entry, 2, 2));
export const PATTERNS_B = SET_B.map((entry) => pattern(entry, 3, 3));
export const PATTERNS_C = SET_C.map((entry) => pattern(entry, 2, 3));

export const subsetMask = ({ texels }: Pick<Pattern, 'texels'>, subset: number): number =>
  texels.reduce((mask, each, i) => mask | (each === subset ? 1 << i : 0), 0);

/** The texels of subset 1 in the low half, of subset 2 in the high half. */
export const subsetMasks = (pattern: Pick<Pattern, 'texels'>): number =>
  (subsetMask(pattern, 1) | (subsetMask(pattern, 2) << 16)) >>> 0;
