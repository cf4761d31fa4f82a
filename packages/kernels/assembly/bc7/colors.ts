// How many colours a block has, if few.

import { ROWS } from './state';

/** More colours than this are not few. */
export const FEW: i32 = 6;
/** Whether the loaded block has few colours. */
export let isFew: bool = false;

@inline function texelsOf(color: v128): i32 {
  return i32x4.bitmask(i32x4.eq(v128.load(ROWS), color))
    | (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 16), color)) << 4)
    | (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 32), color)) << 8)
    | (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 48), color)) << 12);
}

export function countColors(): void {
  let left = 0xffff;
  for (let i = 0; i < FEW && left != 0; i++)
    left &= ~texelsOf(i32x4.splat(load<i32>(ROWS + (<usize>ctz(left) << 2))));
  isFew = left == 0;
}
