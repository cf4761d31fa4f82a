// Reads one 4×4 block of RGBA8 and says what it is made of: solid, opaque.

import { pairsBA, pairsRG, weighAlike, weighByAlpha } from './metric';
import { PAIRS, PLANAR, ROWS } from './state';

export let isSolid: bool = false;
export let isOpaque: bool = false;
export let solidColor: u32 = 0;

export function loadBlock(at: usize, stride: usize): void {
  const r0 = v128.load(at);
  const r1 = v128.load(at + stride);
  const r2 = v128.load(at + stride * 2);
  const r3 = v128.load(at + stride * 3);
  v128.store(ROWS, r0);
  v128.store(ROWS, r1, 16);
  v128.store(ROWS, r2, 32);
  v128.store(ROWS, r3, 48);
  solidColor = i32x4.extract_lane(r0, 0);
  const first = i32x4.splat(solidColor);
  const differs = v128.or(
    v128.or(v128.xor(r0, first), v128.xor(r1, first)),
    v128.or(v128.xor(r2, first), v128.xor(r3, first)),
  );
  isSolid = !v128.any_true(differs);
  if (isSolid) return;
  const all = v128.and(v128.and(r0, r1), v128.and(r2, r3));
  const alpha = i32x4.splat(0xff000000);
  isOpaque = i32x4.all_true(i32x4.eq(v128.and(all, alpha), alpha));

  spread(0, r0, r1, r2, r3);
}

/** Writes four rows of RGBA bytes as a plane of PAIRS and PLANAR. */
export function spread(plane: usize, r0: v128, r1: v128, r2: v128, r3: v128): void {
  const planar = PLANAR + plane;
  const pairs = PAIRS + plane;
  const rg01 = i8x16.shuffle(r0, r1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const rg23 = i8x16.shuffle(r2, r3, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const ba01 = i8x16.shuffle(r0, r1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
  const ba23 = i8x16.shuffle(r2, r3, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
  v128.store(planar, i16x8.extend_low_i8x16_u(rg01));
  v128.store(planar, i16x8.extend_low_i8x16_u(rg23), 16);
  v128.store(planar, i16x8.extend_high_i8x16_u(rg01), 32);
  v128.store(planar, i16x8.extend_high_i8x16_u(rg23), 48);
  v128.store(planar, i16x8.extend_low_i8x16_u(ba01), 64);
  v128.store(planar, i16x8.extend_low_i8x16_u(ba23), 80);
  v128.store(planar, i16x8.extend_high_i8x16_u(ba01), 96);
  v128.store(planar, i16x8.extend_high_i8x16_u(ba23), 112);
  storePairs(pairs, r0);
  storePairs(pairs + 16, r1);
  storePairs(pairs + 32, r2);
  storePairs(pairs + 48, r3);
}

/* @inline */ function storePairs(at: usize, row: v128): void {
  v128.store(at, pairsRG(row));
  v128.store(at, pairsBA(row), 64);
}

/** Of a block that is not opaque: gives what alpha hides the mean of what it shows, and weighs the rest by alpha. Where it hides
 *  everything the block is as good as any. */
export function weighBlock(): void {
  let shown = 0;
  let total = i32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 4) {
    const alpha = i32(load<u8>(ROWS + i, 3));
    shown += alpha;
    total = i32x4.add(total, i32x4.mul(texelAt(ROWS + i), i32x4.splat(alpha)));
  }
  if (shown === 0) {
    weighAlike();
    return;
  }
  const r = (i32x4.extract_lane(total, 0) + (shown >> 1)) / shown;
  const g = (i32x4.extract_lane(total, 1) + (shown >> 1)) / shown;
  const b = (i32x4.extract_lane(total, 2) + (shown >> 1)) / shown;
  for (let i: usize = 0; i < 64; i += 4)
    if (load<u8>(ROWS + i, 3) === 0) store<u32>(ROWS + i, r | (g << 8) | (b << 16));
  weighByAlpha();
  spread(0, v128.load(ROWS), v128.load(ROWS, 16), v128.load(ROWS, 32), v128.load(ROWS, 48));
}

/* @inline */ function texelAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}
