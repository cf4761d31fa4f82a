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
  let minimum = i8x16.min_u(i8x16.min_u(r0, r1), i8x16.min_u(r2, r3));
  let maximum = i8x16.max_u(i8x16.max_u(r0, r1), i8x16.max_u(r2, r3));
  minimum = i8x16.min_u(minimum, i64x2.shuffle(minimum, minimum, 1, 0));
  maximum = i8x16.max_u(maximum, i64x2.shuffle(maximum, maximum, 1, 0));
  minimum = i8x16.min_u(minimum, i32x4.shuffle(minimum, minimum, 1, 0, 3, 2));
  maximum = i8x16.max_u(maximum, i32x4.shuffle(maximum, maximum, 1, 0, 3, 2));
  return v128.any_true(i8x16.sub_sat_u(i8x16.sub(maximum, minimum), i8x16.splat(i8(range))));
}

/** Colors within `range` do not count as few: they are a smooth area of a photograph, not art. */
export function countColors(range: i32): void {
  hasFewColors = false;
  if (range > 0 && !differsBy(range)) return;
  let left: u32 = 0xffff & ~texelsOf(load<u32>(ROWS));
  for (let i = 1; i < MAX_FEW_COLORS && left !== 0; i++) left &= ~texelsOf(load<u32>(ROWS + (usize(ctz(left)) << 2)));
  hasFewColors = left === 0;
}

/** Treats the loaded block as one of many colors. */
export function skipColorCount(): void {
  hasFewColors = false;
}
