// EAC: a base, a multiplier and one of sixteen tables for sixteen values of 8 bits: the alpha of ETC2, or R11 and RG11, in which a value is
// 8 · base + 4 and a multiplier of 0 means 1/8. Four blocks are measured at a time, as decoded to 8 bits.

import { maxByte, minByte, pack3Bits, sum, sums4 } from '../block/lanes';
import { nearestShades } from '../block/shades';

/** Modifiers from the least to the greatest; their codes are 3 2 1 0 4 5 6 7. */
const MODIFIERS: usize = memory.data<i16>([
  -15, -9, -6, -3, 2, 5, 8, 14, -13, -10, -7, -3, 2, 6, 9, 12, -13, -8, -5, -2, 1, 4, 7, 12, -13, -6, -4, -2, 1, 3, 5,
  12, -12, -8, -6, -3, 2, 5, 7, 11, -11, -9, -7, -3, 2, 6, 8, 10, -11, -8, -7, -4, 3, 6, 7, 10, -11, -8, -5, -3, 2, 4,
  7, 10, -10, -8, -6, -2, 1, 5, 7, 9, -10, -8, -5, -2, 1, 4, 7, 9, -10, -8, -4, -2, 1, 3, 7, 9, -10, -7, -5, -2, 1, 4,
  6, 9, -10, -7, -4, -3, 2, 3, 6, 9, -10, -3, -2, -1, 0, 1, 2, 9, -9, -8, -6, -4, 3, 5, 7, 8, -9, -7, -5, -3, 2, 4, 6,
  8,
]);
/** The table with a modifier of 0, which can represent any single value. */
const FLAT_TABLE: i32 = 13;

/** The sixteen values in column order. */
let texels: v128 = i8x16.splat(0);
let isWide: bool = false;

let bestError: i32 = 0;
let bestTable: i32 = 0;
let bestScale: i32 = 0;
let bestBase: i32 = 0;

/** Four blocks to be measured: table, multiplier, base, and the sum of their texels' differences. */
const TRIALS: usize = memory.data(64, 16);

/** The errors of the last four trials. */
const ERRORS: usize = memory.data(16, 16);

/* @inline */ function setTrial(i: i32, table: i32, scale: i32, base: i32): void {
  const at = TRIALS + (i << 4);
  store<i32>(at, table);
  store<i32>(at, min(max(scale, isWide ? 0 : 1), 15), 4);
  store<i32>(at, min(max(base, 0), 255), 8);
}

/** Eight shades from dark to bright in the low bytes. */
/* @inline */ function shadesOf(table: i32, scale: i32, base: i32): v128 {
  const modifiers = v128.load(MODIFIERS + (table << 4));
  if (!isWide) {
    const values = i16x8.add(i16x8.splat(i16(base)), i16x8.mul(modifiers, i16x8.splat(i16(scale))));
    return i8x16.narrow_i16x8_u(values, values);
  }
  const factor: i32 = scale === 0 ? 1 : scale << 3;
  const middle: i32 = (base << 3) + 4;
  const values = i16x8.add(i16x8.splat(i16(middle)), i16x8.mul(modifiers, i16x8.splat(i16(factor))));
  const wide = i16x8.min_s(i16x8.max_s(values, i16x8.splat(0)), i16x8.splat(2047));
  // 255 / 2047 in 128ths, slightly less than 1/8; off by one for four of the 2048 values.
  const scaled = i16x8.sub(i16x8.shl(wide, 4), i16x8.q15mulr_sat_s(wide, i16x8.splat(1787)));
  const shown = i16x8.shr_u(i16x8.add(scaled, i16x8.splat(63)), 7);
  return i8x16.narrow_i16x8_u(shown, shown);
}

/** Squared differences of a trial, as four partial sums. Stores the sum of differences in the trial. */
/* @inline */ function differences(i: i32): v128 {
  const at = TRIALS + (i << 4);
  const shades = shadesOf(load<i32>(at), load<i32>(at, 4), load<i32>(at, 8));
  const shown = i8x16.swizzle(shades, nearestShades(texels, shades));
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(texels), i16x8.extend_low_i8x16_u(shown));
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(texels), i16x8.extend_high_i8x16_u(shown));
  store<i32>(at, sum(i32x4.extadd_pairwise_i16x8_s(i16x8.add(low, high))), 12);
  return i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high));
}

/* @inline */ function keep(i: i32, error: i32): void {
  if (error >= bestError) return;
  const at = TRIALS + (i << 4);
  bestError = error;
  bestTable = load<i32>(at);
  bestScale = load<i32>(at, 4);
  bestBase = load<i32>(at, 8);
}

/** Measures the four trials and keeps the best if it beats all before. */
function measure(): void {
  const errors = sums4(differences(0), differences(1), differences(2), differences(3));
  v128.store(ERRORS, errors);
  keep(0, i32x4.extract_lane(errors, 0));
  keep(1, i32x4.extract_lane(errors, 1));
  keep(2, i32x4.extract_lane(errors, 2));
  keep(3, i32x4.extract_lane(errors, 3));
}

/** The best four trials: error, table, multiplier, base. */
const TOP: usize = memory.data(64, 16);

/** Enters a measured trial if it is among the best four. */
/* @inline */ function enterTop(i: i32): void {
  const error = load<i32>(ERRORS + (i << 2));
  if (error >= load<i32>(TOP, 48)) return;
  let to = 3;
  while (to > 0 && load<i32>(TOP + (to << 4) - 16) > error) {
    v128.store(TOP + (to << 4), v128.load(TOP + (to << 4) - 16));
    to--;
  }
  const at = TRIALS + (i << 4);
  v128.store(TOP + (to << 4), i32x4.replace_lane(i32x4.shuffle(v128.load(at), v128.load(at), 3, 0, 1, 2), 0, error));
}

/** Moves the bases of the trials by the mean difference of their texels. Returns whether any moved. */
function rebase(): bool {
  let moved = false;
  for (let i = 0; i < 4; i++) {
    const at = TRIALS + (i << 4);
    const step = (load<i32>(at, 12) + 8) >> 4;
    if (step === 0) continue;
    moved = true;
    setTrial(i, load<i32>(at), load<i32>(at, 4), load<i32>(at, 8) + step);
  }
  return moved;
}

/** Pairs of shades for the outermost texels, the most useful first. */
const STARTS: usize = memory.data<u8>([0, 7, 1, 7, 0, 6, 1, 6, 2, 7, 0, 5, 2, 6, 1, 5, 0, 4, 3, 7, 3, 6, 0, 3, 4, 7]);

/* @inline */ function modifier(table: i32, rank: i32): i32 {
  return load<i16>(MODIFIERS + (table << 4) + (rank << 1));
}

/** Sets a trial whose shades `low` and `high` are about at the outermost texels. */
/* @inline */ function setStart(i: i32, table: i32, low: i32, high: i32, minimum: i32, maximum: i32, extra: i32): void {
  const from = modifier(table, low);
  const to = modifier(table, high);
  const span = to - from;
  const scale = min(max((2 * (maximum - minimum) + span) / (2 * span) + extra, isWide ? 0 : 1), 15);
  setTrial(i, table, scale, (minimum + maximum - (from + to) * scale + 1) >> 1);
}

/** Moves the base of the best while that helps; with `tables` also table and multiplier. */
function climb(tables: bool): void {
  let before = i32.MAX_VALUE;
  while (bestError < before && bestError > 0) {
    before = bestError;
    const table = bestTable;
    const scale = bestScale;
    const base = bestBase;
    setTrial(0, table, scale, base - 1);
    setTrial(1, table, scale, base + 1);
    setTrial(2, table, scale, base - 2);
    setTrial(3, table, scale, base + 2);
    measure();
    if (!tables) continue;
    for (let i = 0; i < 16; i += 4) {
      for (let j = 0; j < 4; j++) setTrial(j, i + j, scale, base);
      measure();
      if (rebase()) measure();
    }
    for (let i = -1; i <= 1; i += 2) {
      for (let j = 0; j < 4; j++) setTrial(j, table, scale + i, base + j - 1);
      measure();
      if (rebase()) measure();
    }
  }
}

/** Measures four tables from a start. */
function measureStart(table: i32, start: i32, minimum: i32, maximum: i32, extra: i32): void {
  const low = load<u8>(STARTS + (start << 1));
  const high = load<u8>(STARTS + (start << 1), 1);
  for (let i = 0; i < 4; i++) setStart(i, table + i, low, high, minimum, maximum, extra);
  measure();
}

/** The tables that `draft` tries. */
const DRAFT_TABLES: usize = memory.data<u8>([3, 9, 11, 15]);

/** Tries every table from several starts, then moves the bases of the best four, then climbs from the best. */
function search(minimum: i32, maximum: i32, level: i32): void {
  if (level < 0) {
    for (let i = 0; i < 4; i++) setStart(i, load<u8>(DRAFT_TABLES + i), 0, 7, minimum, maximum, 0);
    measure();
    return;
  }
  const starts = level === 0 ? 1 : level === 1 ? 5 : level === 2 ? 8 : 13;
  const reach = level > 2 ? 1 : 0;
  for (let i = 0; i < 4; i++) store<i32>(TOP + (i << 4), i32.MAX_VALUE);
  for (let start = 0; start < starts && bestError > 0; start++)
    for (let table = 0; table < 16; table += 4)
      for (let extra = -reach; extra <= reach; extra++) {
        measureStart(table, start, minimum, maximum, extra);
        if (level === 0) continue;
        for (let i = 0; i < 4; i++) enterTop(i);
        if (level < 2 || !rebase()) continue;
        measure();
        for (let i = 0; i < 4; i++) enterTop(i);
      }
  if (level === 0) return;
  for (let i = 0; i < 4; i++) {
    const at = TOP + (i << 4);
    setTrial(i, load<i32>(at, 4), load<i32>(at, 8), load<i32>(at, 12));
  }
  measure();
  for (let i = 0; i < 2 && rebase(); i++) measure();
  climb(level > 1);
}

/** The eight bytes, the first lowest, of sixteen values in column order; `wide` for R11 and RG11. */
export function encodeEac(values: v128, wide: bool, level: i32): u64 {
  isWide = wide;
  texels = values;
  bestError = i32.MAX_VALUE;
  const minimum = minByte(values);
  const maximum = maxByte(values);
  if (minimum === maximum) {
    for (let i = 0; i < 4; i++) setTrial(i, FLAT_TABLE, 1, minimum + (i === 1 ? -1 : 0));
    measure();
  } else search(minimum, maximum, level);
  const ranks = nearestShades(texels, shadesOf(bestTable, bestScale, bestBase));
  const codes = i8x16.swizzle(i8x16(3, 2, 1, 0, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0), ranks);
  const reversed = i8x16.shuffle(codes, codes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const head = (u64(bestBase) << 56) | (u64((bestScale << 4) | bestTable) << 48);
  return bswap(head | pack3Bits(reversed));
}
