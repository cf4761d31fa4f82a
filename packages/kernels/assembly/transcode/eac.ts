// UASTC to EAC: eight bytes for one channel. Alpha uses the block's hints; red and green of R11 and RG11 are searched.

import { eacHintsAt } from './etc1';
import { firstMin, join3, minBytesOfBoth, secondMin } from './lanes';
import { EAC_MODIFIERS } from './tables';
import { bitsFrom } from './unpack';

/** The table with small steps around the base. Index 4 adds nothing. */
const FINE_TABLE: i32 = 13;

/** Tables that the search tries, a bit each. All sixteen take twice as long for +0.4 dB, four half as long for −0.6 dB. */
const TRIED_TABLES: i32 = 0x2dc5;

/** Texel indices of the last `choose`, in row order. */
const INDICES: usize = memory.data(16, 16);

/* @inline */ function modifier(table: i32, index: i32): i32 {
  return i32(load<u8>(EAC_MODIFIERS + (table << 3) + index)) - 15;
}

/** A block of equal texels. */
/* @inline */ export function flatEac(value: i32): u64 {
  return u64(value) | (u64((1 << 4) | FINE_TABLE) << 8) | bswap<u64>(0x924924924924);
}

/** The base with which a table covers a range. */
/* @inline */ function baseFor(table: i32, low: i32, high: i32): i32 {
  const below = -modifier(table, 3);
  const span = modifier(table, 7) + below;
  return (2 * (low * span + (high - low) * below) + span) / (2 * span);
}

/** Sets INDICES to the nearest index of every value. Returns the squared error. */
function choose(values: v128, base: i32, multiplier: i32, table: i32): i32 {
  let best = i8x16.splat(-1);
  let indices = i8x16.splat(0);
  for (let i = 0; i < 8; i++) {
    const shown = i8x16.splat(i8(max(min(base + multiplier * modifier(table, i), 255), 0)));
    const off = v128.or(i8x16.sub_sat_u(values, shown), i8x16.sub_sat_u(shown, values));
    const nearer = i8x16.lt_u(off, best);
    best = i8x16.min_u(off, best);
    indices = v128.bitselect(i8x16.splat(i8(i)), indices, nearer);
  }
  v128.store(INDICES, indices);
  const low = i16x8.extend_low_i8x16_u(best);
  const high = i16x8.extend_high_i8x16_u(best);
  const squares = i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high));
  return (
    i32x4.extract_lane(squares, 0) +
    i32x4.extract_lane(squares, 1) +
    i32x4.extract_lane(squares, 2) +
    i32x4.extract_lane(squares, 3)
  );
}

/** INDICES in column order, the first texel in the highest bits. */
function pack(base: i32, multiplier: i32, table: i32): u64 {
  const rows = v128.load(INDICES);
  const turned = i8x16.shuffle(rows, rows, 15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
  const bits = join3(i64x2.extract_lane(turned, 0)) | (join3(i64x2.extract_lane(turned, 1)) << 24);
  return bswap<u64>(bits) | u64(base) | (u64((multiplier << 4) | table) << 8);
}

/** Uses the block's table and multiplier. */
export function hintedEac(values: v128): u64 {
  const both = minBytesOfBoth(values, v128.not(values));
  const low = firstMin(both);
  const high = 255 - secondMin(both);
  if (low === high) return flatEac(low);
  const hints = i32(bitsFrom(eacHintsAt()));
  const table = hints & 15;
  const multiplier = (hints >> 4) & 15;
  const base = baseFor(table, low, high);
  choose(values, base, multiplier, table);
  return pack(base, multiplier, table);
}

/** Tries tables, each with the multiplier that spans the range and its neighbors. */
export function searchedEac(values: v128): u64 {
  const both = minBytesOfBoth(values, v128.not(values));
  const low = firstMin(both);
  const high = 255 - secondMin(both);
  if (low === high) return flatEac(low);
  let minimum = i32.MAX_VALUE;
  let block: u64 = 0;
  for (let table = 0; table < 16; table++) {
    if (!((TRIED_TABLES >> table) & 1)) continue;
    const span = modifier(table, 7) - modifier(table, 3);
    const spanning = (2 * (high - low) + span) / (2 * span);
    const base = baseFor(table, low, high);
    for (let multiplier = max(spanning - 1, 1); multiplier <= min(spanning + 1, 15); multiplier++) {
      const error = choose(values, base, multiplier, table);
      if (error >= minimum) continue;
      minimum = error;
      block = pack(base, multiplier, table);
      if (error === 0) return block;
    }
  }
  return block;
}
