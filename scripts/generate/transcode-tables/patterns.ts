// The partition patterns of UASTC with their names in ASTC and BC7.

import { UASTC_PATTERNS } from '../../../packages/kernels/src/reference/uastc/fields.js';
import { table } from './table.js';

/** Per pattern: ASTC seed, BC7 partition, UASTC subset of each BC7 subset, BC7 anchors. */
const NAMES_A = [
  ...['28 0 01 0,15', '20 1 01 0,15', '16 2 10 0,15', '29 3 01 0,15', '91 4 10 0,15', '9 5 01 0,15', '107 6 10 0,15'],
  ...['72 7 10 0,15', '149 8 01 0,15', '204 9 10 0,15', '50 10 01 0,15', '114 11 10 0,15', '496 12 10 0,15'],
  ...['17 13 10 0,15', '78 14 01 0,15', '39 15 10 0,15', '252 17 10 0,2', '828 18 10 0,8', '43 19 01 0,2'],
  ...['156 20 01 0,2', '116 21 01 0,8', '210 22 10 0,8', '476 23 10 0,15', '273 24 01 0,2', '684 25 10 0,8'],
  ...['359 26 01 0,2', '246 29 10 0,8', '195 32 10 0,15', '694 33 10 0,15', '524 52 10 0,15'],
];
const NAMES_B = [
  ...['260 4 012 0,8,15', '74 8 102 0,8,15', '32 9 102 0,8,15', '156 10 120 0,6,15', '183 11 120 0,6,15'],
  ...['15 12 012 0,6,15', '745 13 021 0,5,15', '0 20 201 0,3,15', '335 35 201 0,5,10', '902 36 102 0,6,10'],
  ...['254 57 012 0,10,15'],
];
const NAMES_C = [
  ...['36 10 010 0,6,15', '48 11 010 0,6,15', '61 0 100 0,3,15', '137 2 010 0,15,8', '161 8 101 0,8,15'],
  ...['183 13 010 0,5,15', '226 1 011 0,3,8', '281 33 011 0,15,3', '302 40 100 0,15,6', '307 20 010 0,3,15'],
  ...['479 21 001 0,3,8', '495 58 100 0,8,15', '593 3 001 0,15,3', '594 32 011 0,8,15', '605 59 110 0,13,15'],
  ...['799 34 100 0,3,15', '812 20 110 0,3,15', '988 14 010 0,3,15', '993 31 100 0,15,8'],
];
/** Set C has halves that BC7 knows only as thirds: their texels in BC7. */
const BC7_TEXELS_C = [
  ...['0000111122222222', '0012001200120012', '0011001102212222', '0000200122112211', '0000000011112222'],
  ...['0122012201220122', '0001001122112221', '0222002200120011', '0011112222000011', '0111011102220222'],
  ...['0001000122212221', '0022112211220022', '0222002200110111', '0000000211221222', '0000000000002112'],
  ...['0011001200220222', '0111011102220222', '0011011211221222', '0000200022112221'],
];

interface Pattern {
  readonly texels: readonly number[];
  readonly seed: number;
  readonly partition: number;
  readonly order: readonly number[];
  readonly bc7Anchors: readonly number[];
  readonly bc7Texels: readonly number[];
}

const numbers = (text: string, by: string): number[] => text.split(by).map(Number);

function patternsOf(set: 'A' | 'B' | 'C', names: readonly string[]): Pattern[] {
  return UASTC_PATTERNS[set].map((subsets, i) => {
    const [seed = '', partition = '', order = '', anchors = ''] = (names[i] ?? '').split(' ');
    const texels = [...subsets];
    const places = numbers(order, '');
    const bc7Texels = set === 'C' ? numbers(BC7_TEXELS_C[i] ?? '', '') : texels.map((subset) => places.indexOf(subset));
    if (bc7Texels.some((subset, t) => places[subset] !== texels[t]))
      throw new Error(`set ${set}: pattern ${i} is wrong`);
    return {
      texels,
      seed: Number(seed),
      partition: Number(partition),
      order: places,
      bc7Anchors: numbers(anchors, ','),
      bc7Texels,
    };
  });
}

const PATTERNS = [...patternsOf('A', NAMES_A), ...patternsOf('B', NAMES_B), ...patternsOf('C', NAMES_C)];

/** Where each set begins in the tables. */
export const FIRST_PATTERN = {
  none: 0,
  A: 0,
  B: UASTC_PATTERNS.A.length,
  C: UASTC_PATTERNS.A.length + UASTC_PATTERNS.B.length,
};

const maskOf = (texels: readonly number[], subset: number): number =>
  texels.reduce((mask, each, i) => mask | (each === subset ? 1 << i : 0), 0);
const masks = (texels: readonly number[]): number => (maskOf(texels, 1) | (maskOf(texels, 2) << 16)) >>> 0;

/** First texels of the subsets besides texel 0, in their order; 0 where there are no more. */
function anchorsOf({ texels }: Pattern): number[] {
  const [, ...others] = [...new Set(texels)].map((subset) => texels.indexOf(subset)).sort((a, b) => a - b);
  return [others[0] ?? 0, others[1] ?? 0];
}

export const patternTables = [
  table(
    'PATTERN_MASKS',
    'u32',
    'Texels of subset 1 in the low half, of subset 2 in the high half; sets A, B, C.',
    PATTERNS.map((p) => masks(p.texels)),
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
    PATTERNS.flatMap((p) => [p.partition, ...p.order, ...(p.order.length < 3 ? [0] : [])]),
  ),
  table(
    'PATTERN_BC7_MASKS',
    'u32',
    'Texels of subset 1 and 2 in BC7.',
    PATTERNS.map((p) => masks(p.bc7Texels)),
  ),
  table(
    'PATTERN_BC7_ANCHORS',
    'u8',
    'Per pattern: anchors of subset 1 and 2 in BC7.',
    PATTERNS.flatMap(({ bc7Anchors: [, one = 0, two = 0] }) => [one, two]),
  ),
];
