// Reads one 4×4 block of RGBA8, and weighs its texels by alpha.

import { ROWS, setPlane, setRows } from '../block/texels';
import { weighByAlpha, weighEqually } from './metric';

export function loadBlock(at: usize, stride: usize): void {
  setRows(v128.load(at), v128.load(at + stride), v128.load(at + stride * 2), v128.load(at + stride * 3));
}

/** For a block that is not opaque: gives invisible texels the mean visible color, and weighs the others by alpha. If all texels are
 *  invisible, they are weighed equally. */
export function weighBlock(): void {
  let alphaSum = 0;
  let total = i32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 4) {
    const alpha = i32(load<u8>(ROWS + i, 3));
    alphaSum += alpha;
    total = i32x4.add(total, i32x4.mul(texelAt(ROWS + i), i32x4.splat(alpha)));
  }
  if (alphaSum === 0) {
    weighEqually();
    return;
  }
  const r = (i32x4.extract_lane(total, 0) + (alphaSum >> 1)) / alphaSum;
  const g = (i32x4.extract_lane(total, 1) + (alphaSum >> 1)) / alphaSum;
  const b = (i32x4.extract_lane(total, 2) + (alphaSum >> 1)) / alphaSum;
  for (let i: usize = 0; i < 64; i += 4)
    if (load<u8>(ROWS + i, 3) === 0) store<u32>(ROWS + i, r | (g << 8) | (b << 16));
  weighByAlpha();
  setPlane(0, v128.load(ROWS), v128.load(ROWS, 16), v128.load(ROWS, 32), v128.load(ROWS, 48));
}

/* @inline */ function texelAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}
