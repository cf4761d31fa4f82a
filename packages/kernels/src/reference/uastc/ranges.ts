// The values of stored endpoints and weights. Twin of the kernel's ranges and weights.

import { RANGES, type UastcMode } from './modes.js';

/** Interpolation weights 0…64 by bits of a weight. */
export const WEIGHT_VALUES: readonly (readonly number[])[] = [0, 1, 2, 3, 4, 5].map((bits) =>
  Array.from({ length: 2 ** bits }, (_, w) => {
    // The bits are repeated from the top to fill six; values above half get one more.
    let six = 0;
    for (let i = 0; i < 6; i++) six = (six << 1) | ((w >> (bits - 1 - (i % bits))) & 1);
    return six > 32 ? six + 1 : six;
  }),
);

const HALF_TABLES: Readonly<Partial<Record<UastcMode['levels'], readonly number[]>>> = {
  12: [0, 23, 46, 69, 92, 116],
  40: [0, 6, 13, 19, 26, 32, 39, 45, 52, 58, 65, 71, 78, 84, 91, 97, 104, 110, 117, 123],
  48: [0, 5, 11, 16, 21, 27, 32, 38, 43, 48, 54, 59, 65, 70, 76, 81, 86, 92, 97, 103, 108, 113, 119, 124],
  160: Array.from({ length: 80 }, (_, r) => Math.floor((8 * r) / 5)),
  192: Array.from({ length: 96 }, (_, r) => Math.floor((4 * r) / 3)),
};

/** A stored endpoint number as an 8-bit value. */
export function expandEndpoint(levels: UastcMode['levels'], digitValue: number, low: number): number {
  const half = HALF_TABLES[levels];
  if (half === undefined) return levels === 16 ? low * 17 : levels === 32 ? (low << 3) | (low >> 2) : low;
  const value = half[(low >> 1) * RANGES[levels].digit + digitValue] ?? 0;
  return low & 1 ? 255 - value : value;
}

export interface Range {
  /** 8-bit values by rank: 0 is the darkest level. */
  readonly values: readonly number[];
  /** Stored numbers by rank. */
  readonly stored: readonly number[];
  /** The rank nearest to each 8-bit value; of two equally near the lower. */
  readonly nearest: readonly number[];
}

function buildRange(levels: UastcMode['levels']): Range {
  const { digit, bits } = RANGES[levels];
  const all = Array.from({ length: digit << bits }, (_, stored) => ({
    stored,
    value: expandEndpoint(levels, stored >> bits, stored & (2 ** bits - 1)),
  })).sort((a, b) => a.value - b.value);
  const values = all.map((level) => level.value);
  const nearest = Array.from({ length: 256 }, (_, v) =>
    values.reduce((best, value, rank) => (Math.abs(value - v) < Math.abs((values[best] ?? 0) - v) ? rank : best), 0),
  );
  return { values, stored: all.map((level) => level.stored), nearest };
}

const ranges = new Map<UastcMode['levels'], Range>();

export function rangeOf(levels: UastcMode['levels']): Range {
  const found = ranges.get(levels) ?? buildRange(levels);
  ranges.set(levels, found);
  return found;
}
