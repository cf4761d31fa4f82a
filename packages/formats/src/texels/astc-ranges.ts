// ASTC's bounded integers: the size of each range, how runs are packed, and the values as endpoints of 8 bits or weights from 0 to 64. A
// stored value is digit << bits | low bits, where the digit is a trit, a quint, or absent.

import type { BlockBits } from './block-bits.js';

interface AstcRange {
  readonly digit: 1 | 3 | 5;
  readonly bits: number;
}

const range = (digit: AstcRange['digit'], bits: number): AstcRange => ({ digit, bits });

/** 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192 and 256 values. Weights have one of the first twelve. */
export const ASTC_RANGES: readonly AstcRange[] = [
  ...[range(1, 1), range(3, 0), range(1, 2), range(5, 0), range(3, 1), range(1, 3), range(5, 1), range(3, 2)],
  ...[range(1, 4), range(5, 2), range(3, 3), range(1, 5), range(5, 3), range(3, 4), range(1, 6), range(5, 4)],
  ...[range(3, 5), range(1, 7), range(5, 5), range(3, 6), range(1, 8)],
];

/** Bits that `count` values take. */
export function runBits({ digit, bits }: AstcRange, count: number): number {
  const digits = digit === 3 ? Math.ceil((8 * count) / 5) : digit === 5 ? Math.ceil((7 * count) / 3) : 0;
  return digits + bits * count;
}

/** Five trits by the eight bits of a group. */
export const TRITS: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, t) => {
  const isTwoTwo = ((t >> 2) & 7) === 7;
  const c = isTwoTwo ? ((t >> 3) & 28) | (t & 3) : t & 31;
  const [t3, t4] = isTwoTwo ? [2, 2] : ((t >> 5) & 3) === 3 ? [t >> 7, 2] : [(t >> 5) & 3, t >> 7];
  const pair = (high: number, low: number): number => (high << 1) | (low & ~high & 1);
  if ((c & 3) === 3) return [pair((c >> 3) & 1, c >> 2), c >> 4, 2, t3, t4];
  if (((c >> 2) & 3) === 3) return [c & 3, 2, 2, t3, t4];
  return [pair((c >> 1) & 1, c), (c >> 2) & 3, c >> 4, t3, t4];
});

/** Three quints by the seven bits of a group. */
export const QUINTS: readonly (readonly number[])[] = Array.from({ length: 128 }, (_, q) => {
  const isHigh = ((q >> 1) & 3) === 3;
  const low = q & 1;
  if (isHigh && q >> 5 === 0) return [4, 4, (low << 2) | (low === 1 ? 0 : (q >> 3) & 3)];
  const c = isHigh ? (q & 24) | ((~(q >> 5) & 3) << 1) | low : q & 31;
  const q2 = isHigh ? 4 : q >> 5;
  return (c & 7) === 5 ? [c >> 3, 4, q2] : [c & 7, c >> 3, q2];
});

/** Bits of a group's code that follow the low bits of each of its values. */
const TRIT_STEPS = [2, 2, 1, 2, 1];
const QUINT_STEPS = [3, 2, 2];
const low = new Uint8Array(5);

/** Reads `count` values that begin at bit `position`; a short last group has fewer bits. */
export function readRun(
  source: BlockBits,
  position: number,
  { digit, bits }: AstcRange,
  count: number,
  to: Uint8Array,
): void {
  const steps = digit === 3 ? TRIT_STEPS : QUINT_STEPS;
  const size = digit === 1 ? 1 : steps.length;
  let at = position;
  for (let first = 0; first < count; first += size) {
    const held = Math.min(size, count - first);
    let code = 0;
    for (let i = 0, shift = 0; i < held; i++) {
      low[i] = source.at(at, bits);
      at += bits;
      if (digit === 1) continue;
      const step = steps[i] ?? 0;
      code |= source.at(at, step) << shift;
      shift += step;
      at += step;
    }
    const digits = digit === 3 ? TRITS[code] : digit === 5 ? QUINTS[code] : undefined;
    for (let i = 0; i < held; i++) to[first + i] = ((digits?.[i] ?? 0) << bits) | (low[i] ?? 0);
  }
}

/** The top bits first, repeated to fill `width`. */
function repeat(value: number, bits: number, width: number): number {
  let filled = 0;
  for (let i = 0; i < width; i++) filled = (filled << 1) | ((value >> (bits - 1 - (i % bits))) & 1);
  return filled;
}

/** `digit × factor` plus bits placed by a pattern of letters (a is the lowest, and never placed), mirrored if a is set. */
function spread(value: number, { bits }: AstcRange, factor: number, pattern: string): number {
  const width = pattern.length;
  let placed = 0;
  for (const letter of pattern) {
    const bit = letter.charCodeAt(0) - 97;
    placed = (placed << 1) | (letter === '0' ? 0 : (value >> bit) & 1);
  }
  const mirror = value & 1 ? 2 ** width - 1 : 0;
  const sum = ((value >> bits) * factor + placed) ^ mirror;
  return (mirror & (1 << (width - 2))) | (sum >> 2);
}

const WEIGHT_RANGE_COUNT = 12;
const COLOR_PATTERNS: Readonly<Record<3 | 5, readonly (readonly [factor: number, pattern: string])[]>> = {
  3: [
    [0, ''],
    [204, '000000000'],
    [93, 'b000b0bb0'],
    [44, 'cb000cbcb'],
    [22, 'dcb000dcb'],
    [11, 'edcb000ed'],
    [5, 'fedcb000f'],
  ],
  5: [
    [0, ''],
    [113, '000000000'],
    [54, 'b0000bb00'],
    [26, 'cb0000cbc'],
    [13, 'dcb0000dc'],
    [6, 'edcb0000e'],
  ],
};
const WEIGHT_PATTERNS: typeof COLOR_PATTERNS = {
  3: [
    [0, ''],
    [50, '0000000'],
    [23, 'b000b0b'],
    [11, 'cb000cb'],
  ],
  5: [
    [0, ''],
    [28, '0000000'],
    [13, 'b0000b0'],
  ],
};

function expand(each: AstcRange, width: number, patterns: typeof COLOR_PATTERNS): readonly number[] {
  const { digit, bits } = each;
  return Array.from({ length: digit << bits }, (_, value) => {
    if (digit === 1) return repeat(value, bits, width);
    const [factor, pattern] = patterns[digit][bits] ?? [0, ''];
    return spread(value, each, factor, pattern);
  });
}

const colors: (readonly number[] | undefined)[] = [];
const weights: (readonly number[] | undefined)[] = [];

/** Endpoints of 8 bits by stored value. Ranges of endpoints have at least six values; others are empty. Expanded when a range is first used. */
export function astcColors(range: number): readonly number[] {
  const known = colors[range];
  if (known !== undefined) return known;
  const each = ASTC_RANGES[range];
  const values = each === undefined || each.bits === 0 ? [] : expand(each, 8, COLOR_PATTERNS);
  colors[range] = values;
  return values;
}

/** Weights from 0 to 64 by stored value, of the twelve ranges of weights. */
export function astcWeights(range: number): readonly number[] {
  const known = weights[range];
  if (known !== undefined) return known;
  const values = expandWeights(range < WEIGHT_RANGE_COUNT ? ASTC_RANGES[range] : undefined);
  weights[range] = values;
  return values;
}

function expandWeights(each: AstcRange | undefined): readonly number[] {
  if (each === undefined) return [];
  const six = each.bits > 0 ? expand(each, 6, WEIGHT_PATTERNS) : each.digit === 3 ? [0, 32, 63] : [0, 16, 32, 47, 63];
  return six.map((w) => (w > 32 ? w + 1 : w));
}
