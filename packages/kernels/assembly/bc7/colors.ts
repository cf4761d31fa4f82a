// How many colors a block has, if few.

import { ROWS } from '../block/texels';

/** More colors than this are not few. */
export const FEW: i32 = 6;
/** Whether the loaded block has few colors. */
export let isFew: bool = false;

/* @inline */ function texelsOf(color: v128): i32 {
  return (
    i32x4.bitmask(i32x4.eq(v128.load(ROWS), color)) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 16), color)) << 4) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 32), color)) << 8) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 48), color)) << 12)
  );
}

/** Whether a channel differs by more than that. */
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

/** Colors that differ by no more than `range` do not count as few: they are a photograph's sky, not art. */
export function countColors(range: i32): void {
  isFew = false;
  if (range > 0 && !differsBy(range)) return;
  let left = 0xffff;
  for (let i = 0; i < FEW && left !== 0; i++) left &= ~texelsOf(i32x4.splat(load<i32>(ROWS + (usize(ctz(left)) << 2))));
  isFew = left === 0;
}
