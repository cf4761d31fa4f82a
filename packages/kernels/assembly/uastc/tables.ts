// The constants of UASTC LDR 4x4: modes, endpoint ranges and weight values, as bytes at fixed addresses.
// Endpoints are handled by rank (0 = darkest level of the range); only packing and unpacking know the stored numbers.

/** Endpoint ranges, by number of levels. */
export const RANGE_12: i32 = 0;
export const RANGE_16: i32 = 1;
export const RANGE_32: i32 = 2;
export const RANGE_40: i32 = 3;
export const RANGE_48: i32 = 4;
export const RANGE_160: i32 = 5;
export const RANGE_192: i32 = 6;
export const RANGE_256: i32 = 7;

const LEVELS: usize = memory.data<u16>([12, 16, 32, 40, 48, 160, 192, 256]);
const DIGITS: usize = memory.data<u8>([3, 1, 1, 5, 3, 5, 3, 1]);
const LOW_BITS: usize = memory.data<u8>([2, 4, 5, 3, 4, 5, 6, 8]);

const HALF_12: usize = memory.data<u8>([0, 23, 46, 69, 92, 116]);
const HALF_40: usize = memory.data<u8>([0, 6, 13, 19, 26, 32, 39, 45, 52, 58, 65, 71, 78, 84, 91, 97, 104, 110, 117, 123]);
const HALF_48: usize = memory.data<u8>([
  0, 5, 11, 16, 21, 27, 32, 38, 43, 48, 54, 59, 65, 70, 76, 81, 86, 92, 97, 103, 108, 113, 119, 124,
]);

/** Per range 256 bytes: 8-bit value to the nearest rank, rank to value, rank to stored number, stored number to rank. */
const NEAREST: usize = memory.data(8 * 256);
const VALUES: usize = memory.data(8 * 256);
const STORED: usize = memory.data(8 * 256);
const RANKS: usize = memory.data(8 * 256);

// Per mode: code, code length, components, subsets, planes, weight bits, range, pattern set (0 none, 1 A, 2 B, 3 C).
const MODES: usize = memory.data<u8>([
  0x01, 4, 3, 1, 1, 4, 6, 0, //
  0x35, 6, 3, 1, 1, 2, 7, 0, //
  0x1d, 5, 3, 2, 1, 3, 1, 1, //
  0x03, 5, 3, 3, 1, 2, 0, 2, //
  0x13, 5, 3, 2, 1, 2, 3, 1, //
  0x0b, 5, 3, 1, 1, 3, 7, 0, //
  0x1b, 5, 3, 1, 2, 2, 5, 0, //
  0x07, 5, 3, 2, 1, 2, 3, 3, //
  0x17, 5, 4, 1, 1, 0, 7, 0, //
  0x0f, 5, 4, 2, 1, 2, 1, 1, //
  0x02, 3, 4, 1, 1, 4, 4, 0, //
  0x00, 2, 4, 1, 2, 2, 4, 0, //
  0x06, 3, 4, 1, 1, 3, 6, 0, //
  0x1f, 5, 4, 1, 2, 1, 7, 0, //
  0x0d, 5, 4, 1, 1, 2, 7, 0, //
  0x05, 7, 2, 1, 1, 4, 7, 0, //
  0x15, 6, 2, 2, 1, 2, 7, 1, //
  0x25, 6, 2, 1, 2, 2, 7, 0, //
  0x09, 4, 3, 1, 1, 5, 2, 0, //
]);

/** Mode by the low seven bits of a block; 255 where the code is reserved. */
const MODE_OF_CODE: usize = memory.data(128);

@inline export function modeCode(mode: i32): i32 { return load<u8>(MODES + (mode << 3)); }
@inline export function modeCodeBits(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 1); }
@inline export function modeComponents(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 2); }
@inline export function modeSubsets(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 3); }
@inline export function modePlanes(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 4); }
@inline export function modeWeightBits(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 5); }
@inline export function modeRange(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 6); }
@inline export function modePatternSet(mode: i32): i32 { return load<u8>(MODES + (mode << 3), 7); }
@inline export function modeOfCode(low7: i32): i32 { return load<u8>(MODE_OF_CODE + low7); }
/** Modes 10, 11 and 12 have no room for the second BC1 bit and the ETC1 bias. */
@inline export function modeHasBias(mode: i32): bool { return mode < 10 || mode > 12; }
@inline export function modeHasEac(mode: i32): bool { return mode >= 9 && mode <= 17; }

@inline export function rangeLevels(range: i32): i32 { return load<u16>(LEVELS + (range << 1)); }
@inline export function rangeDigits(range: i32): i32 { return load<u8>(DIGITS + range); }
@inline export function rangeLowBits(range: i32): i32 { return load<u8>(LOW_BITS + range); }
@inline export function nearestRank(range: i32, value: i32): i32 { return load<u8>(NEAREST + (range << 8) + value); }
@inline export function rankValue(range: i32, rank: i32): i32 { return load<u8>(VALUES + (range << 8) + rank); }
@inline export function storedOfRank(range: i32, rank: i32): i32 { return load<u8>(STORED + (range << 8) + rank); }
@inline export function rankOfStored(range: i32, stored: i32): i32 { return load<u8>(RANKS + (range << 8) + stored); }

function halfValue(range: i32, r: i32): i32 {
  if (range == RANGE_12) return load<u8>(HALF_12 + r);
  if (range == RANGE_40) return load<u8>(HALF_40 + r);
  if (range == RANGE_48) return load<u8>(HALF_48 + r);
  return range == RANGE_160 ? (8 * r) / 5 : (4 * r) / 3;
}

export function buildTables(): void {
  for (let range = 0; range < 8; range++) {
    const levels = rangeLevels(range);
    const k = rangeDigits(range);
    const n = rangeLowBits(range);
    const base = range << 8;
    for (let rank = 0; rank < levels; rank++) {
      let stored = rank;
      let value = rank;
      if (k == 1) {
        value = n == 4 ? rank * 17 : n == 5 ? (rank << 3) | (rank >> 2) : rank;
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
    }
  }
  memory.fill(MODE_OF_CODE, 255, 128);
  for (let mode = 0; mode < 19; mode++)
    for (let high = 0; high < 128; high += 1 << modeCodeBits(mode))
      store<u8>(MODE_OF_CODE + (high | modeCode(mode)), mode);
}

/** Weight indices (bytes) to interpolation weights 0…64. */
@inline export function weightValues(weights: v128, bits: i32): v128 {
  if (bits == 4) return i8x16.swizzle(i8x16(0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64), weights);
  if (bits == 2) return i8x16.swizzle(i8x16(0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits == 3) return i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits == 5) {
    const upper = v128.and(i8x16.gt_u(weights, i8x16.splat(15)), i8x16.splat(2));
    return i8x16.add(i8x16.add(weights, weights), upper);
  }
  return i8x16.shl(weights, 6);
}

/** Resolution of positions along a line that `nearestWeights` takes. Weights of 1 to 3 bits are as good as evenly spaced;
 *  those of 4 and 5 bits are not (rounding evenly costs photos 0.02 dB, greys 1 dB), so positions come as four times the weight. */
@inline export function weightSteps(bits: i32): i32 { return bits < 4 ? (1 << bits) - 1 : 256; }

/** The index whose weight is nearest to each position (bytes; 255 also stands for 256 and above). */
@inline export function nearestWeights(positions: v128, bits: i32): v128 {
  if (bits < 4) return i8x16.min_u(positions, i8x16.splat(<i8>weightSteps(bits)));
  if (bits == 4) {
    // Every sixteenth of the line crosses at most one border between weights.
    const part = i8x16.shr_u(positions, 4);
    const border = i8x16.swizzle(
      i8x16(8, 24, 40, 58, 76, 92, 108, -1, -128, -108, -92, -76, -58, -40, -24, -8),
      part,
    );
    const below = i8x16.swizzle(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14), part);
    return i8x16.sub(below, i8x16.ge_u(positions, border));
  }
  const low = i8x16.min_u(i8x16.shr_u(i8x16.add(positions, i8x16.splat(4)), 3), i8x16.splat(15));
  const high = i8x16.max_u(i8x16.shr_u(i8x16.sub(positions, i8x16.splat(4)), 3), i8x16.splat(16));
  return v128.bitselect(high, low, i8x16.lt_s(positions, i8x16.splat(0)));
}
