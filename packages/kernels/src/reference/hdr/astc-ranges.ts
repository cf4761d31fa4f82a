// ASTC's bounded integers: the nearest storable byte, weights, and runs of bits. Twin of the kernel's astc-ranges and astc-pack.

import { at } from '../uastc/lanes.js';

const digitOf = (values: number): 1 | 3 | 5 => (values % 3 === 0 ? 3 : values % 5 === 0 ? 5 : 1);
const bitsOf = (values: number): number => Math.round(Math.log2(values / digitOf(values)));

/** Repeats the bits of a code to fill `width` bits. */
const repeated = (code: number, bits: number, width: number): number =>
  Number.parseInt(code.toString(2).padStart(bits, '0').repeat(width).slice(0, width), 2);

/** By digit and low bits: what a digit is multiplied by, and where the upper low bits go. */
const COLOR_FACTORS = { 3: [0, 204, 93, 44, 22, 11, 5], 5: [0, 113, 54, 26, 13, 6] };
function placedColorBits(digit: 3 | 5, bits: number, x: number): number {
  if (bits === 1) return 0;
  if (digit === 3)
    return at(
      [
        (x << 8) | (x << 4) | (x << 2) | (x << 1),
        (x << 7) | (x << 2) | x,
        (x << 6) | x,
        (x << 5) | (x >> 2),
        (x << 4) | (x >> 4),
      ],
      bits - 2,
    );
  return at(
    [(x << 8) | (x << 3) | (x << 2), (x << 7) | (x << 1) | (x >> 1), (x << 6) | (x >> 1), (x << 5) | (x >> 3)],
    bits - 2,
  );
}

/** Decodes a stored endpoint value to 8 bits. */
function expand(values: number, code: number): number {
  const [digit, bits] = [digitOf(values), bitsOf(values)];
  if (digit === 1) return repeated(code, bits, 8);
  const x = (code & ((1 << bits) - 1)) >> 1;
  const mirror = (code & 1) === 1 ? 0x1ff : 0;
  return (
    (mirror & 0x80) |
    ((((code >> bits) * at(COLOR_FACTORS[digit], bits) + placedColorBits(digit, bits, x)) ^ mirror) >> 2)
  );
}

/** Decodes a stored weight to 0 … 64. */
function expandWeight(values: number, code: number): number {
  const [digit, bits] = [digitOf(values), bitsOf(values)];
  const x = (code & ((1 << bits) - 1)) >> 1;
  const mirror = (code & 1) === 1 ? 0x7f : 0;
  let six = 0;
  if (digit === 1) six = repeated(code, bits, 6);
  else if (bits === 0) six = digit === 3 ? at([0, 32, 63], code) : (code * 63 + 2) >> 2;
  else {
    const factor = bits === 1 ? (digit === 3 ? 50 : 28) : bits === 2 ? (digit === 3 ? 23 : 13) : 11;
    const placed = bits === 1 ? 0 : bits === 2 ? (x << 6) | (digit === 3 ? (x << 2) | x : x << 1) : (x << 5) | x;
    six = (mirror & 0x20) | ((((code >> bits) * factor + placed) ^ mirror) >> 2);
  }
  return six > 32 ? six + 1 : six;
}

interface Weights {
  /** The weight of each index on a line, and its stored code. */
  readonly weights: readonly number[];
  readonly codes: readonly number[];
}
const knownWeights = new Map<number, Weights>();

function orderedWeights(levels: number): Weights {
  const known = knownWeights.get(levels);
  if (known !== undefined) return known;
  const order = Array.from({ length: levels }, (_, code) => ({ code, weight: expandWeight(levels, code) })).sort(
    (a, b) => a.weight - b.weight,
  );
  const found = { weights: order.map(({ weight }) => weight), codes: order.map(({ code }) => code) };
  knownWeights.set(levels, found);
  return found;
}

/** By number of levels: the weight of each index on a line. */
export const weightsOf = (levels: number): readonly number[] => orderedWeights(levels).weights;
/** The stored code of an index. */
export const weightCode = (levels: number, index: number): number => at(orderedWeights(levels).codes, index);

const codes = new Map<number, ReadonlyMap<number, number>>();

/** The code of each storable byte. */
function codesOf(values: number): ReadonlyMap<number, number> {
  const known = codes.get(values) ?? new Map(Array.from({ length: values }, (_, code) => [expand(values, code), code]));
  codes.set(values, known);
  return known;
}

export const isStored = (values: number, byte: number): boolean => codesOf(values).has(byte);
export const endCode = (values: number, byte: number): number => codesOf(values).get(byte) ?? 0;

const found = new Map<number, number>();

/** The nearest storable byte with the same `fixed` top bits, the lower of two. */
export function nearest(values: number, byte: number, fixed: number): number {
  const key = (values << 10) | (byte << 2) | fixed;
  const known = found.get(key) ?? findNearest(values, byte, fixed);
  found.set(key, known);
  return known;
}

function findNearest(values: number, byte: number, fixed: number): number {
  const top = byte >> (8 - fixed);
  for (let away = 0; ; away++)
    for (const near of [byte - away, byte + away])
      if (near >= 0 && near < 256 && near >> (8 - fixed) === top && isStored(values, near)) return near;
}

function tritsOf(t: number): number {
  const isTwoTwo = ((t >> 2) & 7) === 7;
  const c = isTwoTwo ? ((t >> 3) & 28) | (t & 3) : t & 31;
  const [t3, t4] = isTwoTwo ? [2, 2] : ((t >> 5) & 3) === 3 ? [t >> 7, 2] : [(t >> 5) & 3, t >> 7];
  const pair = (high: number, low: number): number => (high << 1) | (low & ~high & 1);
  const [t0, t1, t2] =
    (c & 3) === 3
      ? [pair((c >> 3) & 1, c >> 2), c >> 4, 2]
      : ((c >> 2) & 3) === 3
        ? [c & 3, 2, 2]
        : [pair((c >> 1) & 1, c), (c >> 2) & 3, c >> 4];
  return t0 + 3 * (t1 + 3 * (t2 + 3 * (t3 + 3 * t4)));
}

function quintsOf(q: number): number {
  const isHigh = ((q >> 1) & 3) === 3;
  const low = q & 1;
  if (isHigh && q >> 5 === 0) return 4 + 5 * (4 + 5 * ((low << 2) | (low === 1 ? 0 : (q >> 3) & 3)));
  const c = isHigh ? (q & 24) | ((~(q >> 5) & 3) << 1) | low : q & 31;
  const [q0, q1] = (c & 7) === 5 ? [c >> 3, 4] : [c & 7, c >> 3];
  return q0 + 5 * (q1 + 5 * (isHigh ? 4 : q >> 5));
}

const smallestCodes = (count: number, digits: (code: number) => number): readonly number[] => {
  const minimum: number[] = [];
  for (let code = count - 1; code >= 0; code--) minimum[digits(code)] = code;
  return minimum;
};
const TRITS = smallestCodes(256, tritsOf);
const QUINTS = smallestCodes(128, quintsOf);

/** Bits that a run of `count` codes takes. */
export function runLength(values: number, count: number): number {
  const digit = digitOf(values);
  const digits = digit === 3 ? Math.ceil((8 * count) / 5) : digit === 5 ? Math.ceil((7 * count) / 3) : 0;
  return digits + bitsOf(values) * count;
}

/** The bits of a run of codes, the lowest first. */
export function runBits(values: number, run: readonly number[]): string {
  const digit = digitOf(values);
  const bits = bitsOf(values);
  const low = (code: number, count: number): string =>
    [...code.toString(2).padStart(16, '0')].reverse().slice(0, count).join('');
  if (digit === 1) return run.map((code) => low(code, bits)).join('');
  const steps = digit === 3 ? [2, 2, 1, 2, 1] : [3, 2, 2];
  let text = '';
  for (let first = 0; first < run.length; first += steps.length) {
    const group = run.slice(first, first + steps.length);
    let code = at(
      digit === 3 ? TRITS : QUINTS,
      group.reduceRight((number, v) => number * digit + (v >> bits), 0),
    );
    for (const [i, v] of group.entries()) {
      text += low(v, bits) + low(code, at(steps, i));
      code >>= at(steps, i);
    }
  }
  return text;
}
