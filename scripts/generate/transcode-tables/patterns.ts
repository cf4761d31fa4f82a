// The tables of UASTC's partition patterns, with their numbers in ASTC and BC7.

import { PATTERNS_A, PATTERNS_B, PATTERNS_C, type Pattern, subsetMasks } from '../partition-tables/uastc-patterns.js';
import { table } from '../table.js';

const PATTERNS = [...PATTERNS_A, ...PATTERNS_B, ...PATTERNS_C];

/** The first pattern of each set in the tables. */
export const FIRST_PATTERN = { none: 0, A: 0, B: PATTERNS_A.length, C: PATTERNS_A.length + PATTERNS_B.length };
export const PATTERN_COUNT = { none: 1, A: PATTERNS_A.length, B: PATTERNS_B.length, C: PATTERNS_C.length };

/** First texels of the subsets without texel 0, ascending; 0 if there are no more. */
function anchorsOf({ texels }: Pattern): number[] {
  const [, ...laterAnchors] = [...new Set(texels)].map((subset) => texels.indexOf(subset)).sort((a, b) => a - b);
  return [laterAnchors[0] ?? 0, laterAnchors[1] ?? 0];
}

export const patternTables = [
  table(
    'PATTERN_MASKS',
    'u32',
    'Texels of subset 1 in the low half, of subset 2 in the high half; sets A, B, C.',
    PATTERNS.map(subsetMasks),
  ),
  table(
    'PATTERN_ANCHORS',
    'u8',
    'Per pattern: its second and third anchor in the order of texels.',
    PATTERNS.flatMap(anchorsOf),
  ),
  table(
    'PATTERN_SEED',
    'u16',
    'Partition index in ASTC.',
    PATTERNS.map((p) => p.seed),
  ),
  table(
    'PATTERN_BC7',
    'u8',
    'Per pattern: partition in BC7, then the subset of UASTC that each of its subsets takes.',
    PATTERNS.flatMap((p) => [p.bc7Partition, ...p.order, ...(p.order.length < 3 ? [0] : [])]),
  ),
  table(
    'PATTERN_BC7_MASKS',
    'u32',
    'Texels of subset 1 and 2 in BC7.',
    PATTERNS.map(({ bc7Texels }) => subsetMasks({ texels: bc7Texels })),
  ),
  table(
    'PATTERN_BC7_ANCHORS',
    'u8',
    'Per pattern: anchors of subset 1 and 2 in BC7.',
    PATTERNS.flatMap(({ bc7Anchors: [one = 0, two = 0] }) => [one, two]),
  ),
];
