// The modes of UASTC: the positions of their fields, the meaning of their numbers, and the modes of ASTC they match.

import {
  groupBits,
  hasBias,
  hasEac,
  RANGES,
  UASTC_MODES,
  type UastcMode,
} from '../../../packages/kernels/src/reference/uastc/modes.js';
import { expandEndpoint } from '../../../packages/kernels/src/reference/uastc/ranges.js';
import { table } from '../table.js';
import { FIRST_PATTERN, PATTERN_COUNT } from './patterns.js';

const NO_MODE = 255;
const LEVELS: readonly UastcMode['levels'][] = [12, 16, 32, 40, 48, 160, 192, 256];

const digitBits = (digit: number): number => (digit === 3 ? 2 : digit === 5 ? 3 : 0);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const firstValue = (levels: number): number => sum(LEVELS.filter((each) => each < levels));

/** Bits of the groups of trits or quints. */
function allGroupBits(count: number, digit: number): number {
  if (digit === 1) return 0;
  const size = digit === 3 ? 5 : 3;
  return sum(
    Array.from({ length: Math.ceil(count / size) }, (_, i) => groupBits(digit, Math.min(size, count - i * size))),
  );
}

/** ASTC's block mode: 4×4 weights of this many bits, in one or two planes. */
const ASTC_MODES: Readonly<Record<string, number>> = {
  '4 1': 0x242,
  '2 1': 0x042,
  '3 1': 0x053,
  '2 2': 0x442,
  '1 2': 0x441,
  '5 1': 0x253,
};
const ENDPOINT_MODES = { 2: 4, 3: 8, 4: 12 } as const;

function rowOf(mode: UastcMode, number: number): number[] {
  const { digit, bits } = RANGES[mode.levels];
  const count = mode.components * 2 * mode.subsets;
  const hintsAt = mode.codeBits;
  const patternAt = hintsAt + 9 + (hasBias(number) ? 6 : 0) + (hasEac(number) ? 8 : 0);
  const patternBits = mode.subsets === 1 ? 0 : number === 3 ? 4 : 5;
  const storesChannel = mode.planes === 2 && number !== 17;
  const channelAt = patternAt + patternBits;
  const groupsAt = channelAt + (storesChannel ? 2 : 0);
  const endsAt = groupsAt + allGroupBits(count, digit);
  return [
    ...[mode.components, mode.subsets, mode.planes, mode.weightBits, digit, bits, digitBits(digit)],
    ...[FIRST_PATTERN[mode.patterns], mode.subsets === 1 ? 0 : PATTERN_COUNT[mode.patterns]],
    ...[patternAt, patternBits, storesChannel ? channelAt : 0, groupsAt, endsAt, endsAt + count * bits, hintsAt],
  ];
}

const modeOfCode = (low7: number): number => {
  const found = UASTC_MODES.findIndex((m) => (low7 & (2 ** m.codeBits - 1)) === m.code);
  return found < 0 ? NO_MODE : found;
};

const digitsOf = (code: number, digit: number, count: number): number =>
  Array.from({ length: count }, (_, i) => (Math.floor(code / digit ** i) % digit) << (i * digitBits(digit))).reduce(
    (a, b) => a | b,
  );

/** The digits of an ASTC code for five trits, as one number with the first digit lowest. */
function tritsOfCode(code: number): number {
  const bit = (n: number, i: number): number => (n >> i) & 1;
  const tail = ((code >> 2) & 7) === 7;
  const c = tail ? ((code >> 5) << 2) | (code & 3) : code & 31;
  const threes = ((code >> 5) & 3) === 3;
  const t4 = tail || threes ? 2 : bit(code, 7);
  const t3 = tail ? 2 : threes ? bit(code, 7) : (code >> 5) & 3;
  const two = (high: number, low: number): number => (bit(c, high) << 1) | (bit(c, low) & ~bit(c, high));
  const [t2, t1, t0] =
    (c & 3) === 3
      ? [2, bit(c, 4), two(3, 2)]
      : ((c >> 2) & 3) === 3
        ? [2, 2, c & 3]
        : [bit(c, 4), (c >> 2) & 3, two(1, 0)];
  return t0 + 3 * t1 + 9 * t2 + 27 * t3 + 81 * t4;
}

function quintsOfCode(code: number): number {
  const bit = (i: number): number => (code >> i) & 1;
  const high = (code >> 5) & 3;
  const sixes = ((code >> 1) & 3) === 3;
  if (sixes && high === 0) return 4 + 20 + 25 * ((bit(0) << 2) | ((bit(4) & ~bit(0)) << 1) | (bit(3) & ~bit(0)));
  const q2 = sixes ? 4 : high;
  const c = sixes ? (((code >> 3) & 3) << 3) | ((~high & 3) << 1) | bit(0) : code & 31;
  const [q1, q0] = (c & 7) === 5 ? [4, c >> 3] : [c >> 3, c & 7];
  return q0 + 5 * q1 + 25 * q2;
}

/** The code for every combination of digits: the smallest one, except that 4, 4, 4 is 31. */
function codesOf(combinations: number, codes: number, digitsOfCode: (code: number) => number): number[] {
  const found = Array.from({ length: codes }, (_, code) => digitsOfCode(code));
  return Array.from({ length: combinations }, (_, digits) =>
    digits === 124 && combinations === 125 ? 31 : found.indexOf(digits),
  );
}

export const modeTables = [
  table(
    'MODE_OF_CODE',
    'u8',
    'Mode by the low seven bits of a block; 255 if there is none.',
    Array.from({ length: 128 }, (_, i) => modeOfCode(i)),
  ),
  table(
    'MODE_ROWS',
    'u8',
    'Per mode: components, subsets, planes, weight bits, digit base, low bits, digit bits, first pattern, patterns, then first bits of pattern (and its bits), channel, groups, ends, weights, hints.',
    UASTC_MODES.flatMap(rowOf),
  ),
  table(
    'MODE_VALUES',
    'u16',
    'Per mode: the start of its range in VALUES.',
    UASTC_MODES.map((m) => firstValue(m.levels)),
  ),
  table(
    'MODE_ASTC',
    'u32',
    'Per mode: block mode of ASTC, and its endpoint mode above bit 16.',
    UASTC_MODES.map((m) => (ASTC_MODES[`${m.weightBits} ${m.planes}`] ?? 0) | (ENDPOINT_MODES[m.components] << 16)),
  ),
  table(
    'VALUES',
    'u8',
    'Stored endpoint to 8-bit value, range after range.',
    LEVELS.flatMap((levels) => {
      const { bits } = RANGES[levels];
      return Array.from({ length: levels }, (_, stored) =>
        expandEndpoint(levels, stored >> bits, stored & (2 ** bits - 1)),
      );
    }),
  ),
  table(
    'TRITS',
    'u16',
    'Five trits of a group, two bits each.',
    Array.from({ length: 256 }, (_, i) => digitsOf(i, 3, 5)),
  ),
  table(
    'QUINTS',
    'u16',
    'Three quints of a group, three bits each.',
    Array.from({ length: 128 }, (_, i) => digitsOf(i, 5, 3)),
  ),
  table('ASTC_TRITS', 'u8', "ASTC's code for five trits.", codesOf(243, 256, tritsOfCode)),
  table('ASTC_QUINTS', 'u8', "ASTC's code for three quints.", codesOf(125, 128, quintsOfCode)),
];
