// ASTC's bounded integers: the nearest storable byte, weights, and runs of bits. Twin of the kernel's astc-ranges and astc-pack.

import { at } from '../uastc/lanes.js';

/** By number of levels: the weight of each index on a line. */
const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  3: [0, 32, 64],
  4: [0, 21, 43, 64],
  6: [0, 12, 25, 39, 52, 64],
  8: [0, 9, 18, 27, 37, 46, 55, 64],
  12: [0, 5, 11, 17, 23, 28, 36, 41, 47, 53, 59, 64],
  16: [0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64],
};
export const weightsOf = (levels: number): readonly number[] => {
  const weights = WEIGHTS[levels];
  if (weights === undefined) throw new RangeError(`no ${levels} weights`);
  return weights;
};
const CODES: Readonly<Record<number, readonly number[]>> = {
  6: [0, 2, 4, 5, 3, 1],
  12: [0, 4, 8, 2, 6, 10, 11, 7, 3, 9, 5, 1],
};

/** The stored code of an index. */
export const weightCode = (levels: number, index: number): number => CODES[levels]?.[index] ?? index;

const digitOf = (values: number): 1 | 3 | 5 => (values % 3 === 0 ? 3 : values % 5 === 0 ? 5 : 1);
const bitsOf = (values: number): number => Math.round(Math.log2(values / digitOf(values)));

/** Decodes a stored endpoint value to 8 bits. */
function expand(values: number, code: number): number {
  const bits = bitsOf(values);
  if (digitOf(values) === 1) return ((code << (8 - bits)) | (code >> (2 * bits - 8))) & 255;
  const low = code & ((1 << bits) - 1);
  const x = low >> 1;
  const [factor, spread] =
    values === 192
      ? [5, (x << 4) | (x >> 4)]
      : values === 80
        ? [13, (x << 6) | (x >> 1)]
        : [26, (x << 7) | (x << 1) | (x >> 1)];
  const mirror = (low & 1) === 1 ? 0x1ff : 0;
  return (mirror & 0x80) | ((((code >> bits) * factor + spread) ^ mirror) >> 2);
}

const codes = new Map<number, ReadonlyMap<number, number>>();

/** The code of each storable byte. */
function codesOf(values: number): ReadonlyMap<number, number> {
  const known = codes.get(values) ?? new Map(Array.from({ length: values }, (_, code) => [expand(values, code), code]));
  codes.set(values, known);
  return known;
}

export const isStored = (values: number, byte: number): boolean => codesOf(values).has(byte);
export const endCode = (values: number, byte: number): number => codesOf(values).get(byte) ?? 0;

/** The nearest storable byte with the same `fixed` top bits, the lower of two. */
export function nearest(values: number, byte: number, fixed: number): number {
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
