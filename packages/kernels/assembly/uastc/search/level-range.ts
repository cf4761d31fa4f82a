// The smallest and largest level of every channel of the loaded block.

import { ROWS } from '../../block/texels';

/** R, G, B and A, a byte each. */
export let minLevels: u32 = 0;
export let maxLevels: u32 = 0;

export function findLevels(): void {
  const r0 = v128.load(ROWS);
  const r1 = v128.load(ROWS, 16);
  const r2 = v128.load(ROWS, 32);
  const r3 = v128.load(ROWS, 48);
  let low = i8x16.min_u(i8x16.min_u(r0, r1), i8x16.min_u(r2, r3));
  let high = i8x16.max_u(i8x16.max_u(r0, r1), i8x16.max_u(r2, r3));
  low = i8x16.min_u(low, i32x4.shuffle(low, low, 2, 3, 0, 1));
  high = i8x16.max_u(high, i32x4.shuffle(high, high, 2, 3, 0, 1));
  low = i8x16.min_u(low, i32x4.shuffle(low, low, 1, 0, 3, 2));
  high = i8x16.max_u(high, i32x4.shuffle(high, high, 1, 0, 3, 2));
  minLevels = i32x4.extract_lane(low, 0);
  maxLevels = i32x4.extract_lane(high, 0);
}

/** The difference between the largest and the smallest level of a channel. */
/* @inline */ export function levelSpan(channel: i32): i32 {
  return ((maxLevels >> (channel << 3)) & 255) - ((minLevels >> (channel << 3)) & 255);
}
