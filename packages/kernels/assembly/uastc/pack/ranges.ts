// The endpoint ranges of UASTC LDR 4×4.
// Endpoints are ranks (0 is the darkest level of the range). Only packing and unpacking use stored numbers.

/** Endpoint ranges, by number of levels. */
export const RANGE_12: u8 = 0;
export const RANGE_16: u8 = 1;
export const RANGE_32: u8 = 2;
export const RANGE_40: u8 = 3;
export const RANGE_48: u8 = 4;
export const RANGE_160: u8 = 5;
export const RANGE_192: u8 = 6;
export const RANGE_256: u8 = 7;

const LEVELS: usize = memory.data<u16>([12, 16, 32, 40, 48, 160, 192, 256]);
const DIGITS: usize = memory.data<u8>([3, 1, 1, 5, 3, 5, 3, 1]);
const LOW_BITS: usize = memory.data<u8>([2, 4, 5, 3, 4, 5, 6, 8]);

const HALF_12: usize = memory.data<u8>([0, 23, 46, 69, 92, 116]);
const HALF_40: usize = memory.data<u8>([
  0, 6, 13, 19, 26, 32, 39, 45, 52, 58, 65, 71, 78, 84, 91, 97, 104, 110, 117, 123,
]);
const HALF_48: usize = memory.data<u8>([
  0, 5, 11, 16, 21, 27, 32, 38, 43, 48, 54, 59, 65, 70, 76, 81, 86, 92, 97, 103, 108, 113, 119, 124,
]);

/** Per range 256 bytes: 8-bit value to the nearest rank, rank to value, rank to stored number, stored number to rank. */
const NEAREST: usize = memory.data(8 * 256);
const VALUES: usize = memory.data(8 * 256);
const STORED: usize = memory.data(8 * 256);
const RANKS: usize = memory.data(8 * 256);
/** Per range and 8-bit value, a byte each: the nearest rank, then the values of the rank below, of itself and of the rank above. */
const AROUND: usize = memory.data(8 * 256 * 4, 4);

/* @inline */ export function rangeLevels(range: i32): i32 {
  return load<u16>(LEVELS + (range << 1));
}
/* @inline */ export function rangeDigits(range: i32): i32 {
  return load<u8>(DIGITS + range);
}
/* @inline */ export function rangeLowBits(range: i32): i32 {
  return load<u8>(LOW_BITS + range);
}
/* @inline */ export function nearestRank(range: i32, value: i32): i32 {
  return load<u8>(NEAREST + (range << 8) + value);
}
/* @inline */ export function rankValue(range: i32, rank: i32): i32 {
  return load<u8>(VALUES + (range << 8) + rank);
}
/* @inline */ export function aroundNearest(range: i32, value: i32): i32 {
  return load<i32>(AROUND + (range << 10) + (value << 2));
}
/* @inline */ export function storedOfRank(range: i32, rank: i32): i32 {
  return load<u8>(STORED + (range << 8) + rank);
}
/* @inline */ export function rankOfStored(range: i32, stored: i32): i32 {
  return load<u8>(RANKS + (range << 8) + stored);
}

function halfValue(range: i32, r: i32): i32 {
  if (range === RANGE_12) return load<u8>(HALF_12 + r);
  if (range === RANGE_40) return load<u8>(HALF_40 + r);
  if (range === RANGE_48) return load<u8>(HALF_48 + r);
  return range === RANGE_160 ? (8 * r) / 5 : (4 * r) / 3;
}

export function buildRanges(): void {
  for (let range = 0; range < 8; range++) {
    const levels = rangeLevels(range);
    const k = rangeDigits(range);
    const n = rangeLowBits(range);
    const base = range << 8;
    for (let rank = 0; rank < levels; rank++) {
      let stored = rank;
      let value = rank;
      if (k === 1) {
        value = n === 4 ? rank * 17 : n === 5 ? (rank << 3) | (rank >> 2) : rank;
      } else {
        const mirrored = rank >= levels >> 1;
        const m = mirrored ? levels - 1 - rank : rank;
        stored = ((m % k) << n) | ((m / k) << 1) | i32(mirrored);
        value = mirrored ? 255 - halfValue(range, m) : halfValue(range, m);
      }
      store<u8>(VALUES + base + rank, value);
      store<u8>(STORED + base + rank, stored);
      store<u8>(RANKS + base + stored, rank);
    }
    let rank = 0;
    for (let value = 0; value < 256; value++) {
      while (rank + 1 < levels && abs(rankValue(range, rank + 1) - value) < abs(rankValue(range, rank) - value)) rank++;
      store<u8>(NEAREST + base + value, rank);
      const around = AROUND + ((base + value) << 2);
      store<u8>(around, rank);
      store<u8>(around, rankValue(range, max(rank - 1, 0)), 1);
      store<u8>(around, rankValue(range, rank), 2);
      store<u8>(around, rankValue(range, min(rank + 1, levels - 1)), 3);
    }
  }
}
