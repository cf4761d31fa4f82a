// The EAC table and multiplier that a transcoder will use for the alpha of a block, chosen by the decoded alpha.

import { sum } from '../../block/lanes';
import { H_EAC_SCALE, H_EAC_TABLE, HINTS } from '../pack/pack';
import { DECODED } from '../state';

const MODIFIERS: usize = memory.data<i8>([
  -3, -6, -9, -15, 2, 5, 8, 14, -3, -7, -10, -13, 2, 6, 9, 12, -2, -5, -8, -13, 1, 4, 7, 12, -2, -4, -6, -13, 1, 3, 5,
  12, -3, -6, -8, -12, 2, 5, 7, 11, -3, -7, -9, -11, 2, 6, 8, 10, -4, -7, -8, -11, 3, 6, 7, 10, -3, -5, -8, -11, 2, 4,
  7, 10, -2, -6, -8, -10, 1, 5, 7, 9, -2, -5, -8, -10, 1, 4, 7, 9, -2, -4, -8, -10, 1, 3, 7, 9, -2, -5, -7, -10, 1, 4,
  6, 9, -3, -4, -7, -10, 2, 3, 6, 9, -1, -2, -3, -10, 0, 1, 2, 9, -4, -6, -8, -9, 3, 5, 7, 8, -3, -5, -7, -9, 2, 4, 6,
  8,
]);
export const EVERY_TABLE: i32 = 16;
/** For constant alpha: the table with a modifier of 0. */
const FLAT_TABLE: u8 = 13;
const FLAT_SCALE: u8 = 1;
/** Tables, the most useful first. A level tries the first four, eight or all. */
const ORDER: usize = memory.data<u8>([13, 2, 8, 11, 0, 6, 7, 10, 1, 3, 4, 5, 9, 12, 14, 15]);

function errorOf(table: i32, base: i32, scale: i32): i32 {
  const a0 = v128.load(DECODED, 96);
  const a1 = v128.load(DECODED, 112);
  let d0 = i16x8.splat(0x7fff);
  let d1 = d0;
  for (let i = 0; i < 8; i++) {
    const value = i16x8.splat(i16(min(max(base + scale * load<i8>(MODIFIERS + (table << 3) + i), 0), 255)));
    d0 = i16x8.min_s(d0, i16x8.abs(i16x8.sub(a0, value)));
    d1 = i16x8.min_s(d1, i16x8.abs(i16x8.sub(a1, value)));
  }
  return sum(i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1)));
}

/** Searches `tables` tables, and multipliers up to `reach` steps from the one that spans the alpha. */
export function findEacHints(tables: i32, reach: i32): void {
  const low = i16x8.min_s(v128.load(DECODED, 96), v128.load(DECODED, 112));
  const high = i16x8.max_s(v128.load(DECODED, 96), v128.load(DECODED, 112));
  let l = i16x8.min_s(low, i16x8.shuffle(low, low, 4, 5, 6, 7, 0, 1, 2, 3));
  let h = i16x8.max_s(high, i16x8.shuffle(high, high, 4, 5, 6, 7, 0, 1, 2, 3));
  l = i16x8.min_s(l, i16x8.shuffle(l, l, 2, 3, 0, 1, 4, 5, 6, 7));
  h = i16x8.max_s(h, i16x8.shuffle(h, h, 2, 3, 0, 1, 4, 5, 6, 7));
  const minimum = min(i16x8.extract_lane_s(l, 0), i16x8.extract_lane_s(l, 1));
  const maximum = max(i16x8.extract_lane_s(h, 0), i16x8.extract_lane_s(h, 1));
  store<u8>(HINTS, FLAT_TABLE, H_EAC_TABLE);
  store<u8>(HINTS, FLAT_SCALE, H_EAC_SCALE);
  if (minimum === maximum) return;
  const range = f32(maximum - minimum);
  let best = i32.MAX_VALUE;
  for (let i = 0; i < tables && best > 0; i++) {
    const table = load<u8>(ORDER + i);
    const lowest = i32(load<i8>(MODIFIERS + (table << 3), 3));
    const span = f32(i32(load<i8>(MODIFIERS + (table << 3), 7)) - lowest);
    const base = i32(f32(minimum) + (range * f32(-lowest)) / span + f32(0.5));
    const spanning = min(max(i32(range / span + f32(0.5)), 1), 15);
    for (let scale = max(spanning - reach, 1); scale <= min(spanning + reach, 15); scale++) {
      const error = errorOf(table, base, scale);
      if (error >= best) continue;
      best = error;
      store<u8>(HINTS, table, H_EAC_TABLE);
      store<u8>(HINTS, scale, H_EAC_SCALE);
    }
  }
}
