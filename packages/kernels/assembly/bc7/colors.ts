// Whether a block has few colors.

import { ROWS, texelsOf } from '../block/texels';

export const MAX_FEW_COLORS: i32 = 6;
export let hasFewColors: bool = false;

/** Whether texels differ by more than `range` in any channel. */
/* @inline */ function differsBy(range: i32): bool {
  const r0 = v128.load(ROWS);
  const r1 = v128.load(ROWS, 16);
  const r2 = v128.load(ROWS, 32);
  const r3 = v128.load(ROWS, 48);
  let least = i8x16.min_u(i8x16.min_u(r0, r1), i8x16.min_u(r2, r3));
  let most = i8x16.max_u(i8x16.max_u(r0, r1), i8x16.max_u(r2, r3));
  least = i8x16.min_u(least, i64x2.shuffle(least, least, 1, 0));
  most = i8x16.max_u(most, i64x2.shuffle(most, most, 1, 0));
  least = i8x16.min_u(least, i32x4.shuffle(least, least, 1, 0, 3, 2));
  most = i8x16.max_u(most, i32x4.shuffle(most, most, 1, 0, 3, 2));
  return v128.any_true(i8x16.sub_sat_u(i8x16.sub(most, least), i8x16.splat(i8(range))));
}

/** Colors within `range` do not count as few: they are a smooth area of a photograph, not art. */
export function countColors(range: i32): void {
  hasFewColors = false;
  if (range > 0 && !differsBy(range)) return;
  let left: u32 = 0xffff;
  for (let i = 0; i < MAX_FEW_COLORS && left !== 0; i++) left &= ~texelsOf(load<u32>(ROWS + (usize(ctz(left)) << 2)));
  hasFewColors = left === 0;
}
