// Reads one 4×4 block of RGBA8 and says what it is made of: solid, opaque, grey; and its first and second moments.

import { dot2, PAIRS, PLANAR, sums4 } from './state';

export let isSolid: bool = false;
export let isOpaque: bool = false;
export let isGrey: bool = false;
/** One of R, G and B is the same everywhere in an opaque block. */
export let isTwoChannel: bool = false;
/** Two of them are. */
export let isOneChannel: bool = false;
export let solidColor: u32 = 0;

/** The block's four rows as they were read: R G B A bytes. */
export const ROWS4: usize = memory.data(64, 16);

/** Sums over the block: R G B A, squares, RG GB BA AR, RB GA · · (as i32x4). */
export const SUMS: usize = memory.data(64, 16);

/** `twoChannels` reads the block as R G 0 255, whatever its blue and alpha are. */
export function loadBlock(at: usize, stride: usize, twoChannels: bool): void {
  let r0 = v128.load(at);
  let r1 = v128.load(at + stride);
  let r2 = v128.load(at + stride * 2);
  let r3 = v128.load(at + stride * 3);
  if (twoChannels) {
    const keep = i32x4.splat(0xffff);
    const alpha = i32x4.splat(0xff000000);
    r0 = v128.or(v128.and(r0, keep), alpha);
    r1 = v128.or(v128.and(r1, keep), alpha);
    r2 = v128.or(v128.and(r2, keep), alpha);
    r3 = v128.or(v128.and(r3, keep), alpha);
  }
  solidColor = i32x4.extract_lane(r0, 0);
  const first = i32x4.splat(solidColor);
  const differs = v128.or(
    v128.or(v128.xor(r0, first), v128.xor(r1, first)),
    v128.or(v128.xor(r2, first), v128.xor(r3, first)),
  );
  isSolid = !v128.any_true(differs);
  if (isSolid) return;
  v128.store(ROWS4, r0);
  v128.store(ROWS4, r1, 16);
  v128.store(ROWS4, r2, 32);
  v128.store(ROWS4, r3, 48);
  const all = v128.and(v128.and(r0, r1), v128.and(r2, r3));
  isOpaque = i32x4.all_true(i32x4.eq(v128.and(all, i32x4.splat(0xff000000)), i32x4.splat(0xff000000)));

  const rg01 = i8x16.shuffle(r0, r1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const rg23 = i8x16.shuffle(r2, r3, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
  const ba01 = i8x16.shuffle(r0, r1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
  const ba23 = i8x16.shuffle(r2, r3, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
  const red0 = i16x8.extend_low_i8x16_u(rg01);
  const red1 = i16x8.extend_low_i8x16_u(rg23);
  const green0 = i16x8.extend_high_i8x16_u(rg01);
  const green1 = i16x8.extend_high_i8x16_u(rg23);
  const blue0 = i16x8.extend_low_i8x16_u(ba01);
  const blue1 = i16x8.extend_low_i8x16_u(ba23);
  const alpha0 = i16x8.extend_high_i8x16_u(ba01);
  const alpha1 = i16x8.extend_high_i8x16_u(ba23);
  v128.store(PLANAR, red0);
  v128.store(PLANAR, red1, 16);
  v128.store(PLANAR, green0, 32);
  v128.store(PLANAR, green1, 48);
  v128.store(PLANAR, blue0, 64);
  v128.store(PLANAR, blue1, 80);
  v128.store(PLANAR, alpha0, 96);
  v128.store(PLANAR, alpha1, 112);
  const colour = v128.or(
    v128.or(v128.xor(red0, green0), v128.xor(red1, green1)),
    v128.or(v128.xor(red0, blue0), v128.xor(red1, blue1)),
  );
  isGrey = !v128.any_true(colour);

  storePairs(0, r0);
  storePairs(16, r1);
  storePairs(32, r2);
  storePairs(48, r3);
  const one = i16x8.splat(1);
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, one, one),
      dot2(green0, green1, one, one),
      dot2(blue0, blue1, one, one),
      dot2(alpha0, alpha1, one, one),
    ),
  );
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, red0, red1),
      dot2(green0, green1, green0, green1),
      dot2(blue0, blue1, blue0, blue1),
      dot2(alpha0, alpha1, alpha0, alpha1),
    ),
    16,
  );
  v128.store(
    SUMS,
    sums4(
      dot2(red0, red1, green0, green1),
      dot2(green0, green1, blue0, blue1),
      dot2(blue0, blue1, alpha0, alpha1),
      dot2(alpha0, alpha1, red0, red1),
    ),
    32,
  );
  const varying = varies(0) + varies(1) + varies(2);
  isTwoChannel = isOpaque && varying < 3;
  isOneChannel = isOpaque && varying < 2;
  const rb = dot2(red0, red1, blue0, blue1);
  const ga = dot2(green0, green1, alpha0, alpha1);
  v128.store(SUMS, sums4(rb, ga, rb, ga), 48);
}

/* @inline */ function storePairs(at: usize, row: v128): void {
  const zero = i8x16.splat(0);
  v128.store(PAIRS + at, i8x16.shuffle(row, zero, 0, 16, 1, 16, 4, 16, 5, 16, 8, 16, 9, 16, 12, 16, 13, 16));
  v128.store(PAIRS + at, i8x16.shuffle(row, zero, 2, 16, 3, 16, 6, 16, 7, 16, 10, 16, 11, 16, 14, 16, 15, 16), 64);
}

/** 1 where a channel's texels differ: sixteen times the sum of squares is then more than the square of the sum. */
/* @inline */ function varies(channel: usize): i32 {
  const total = load<i32>(SUMS + (channel << 2));
  return i32(load<i32>(SUMS + (channel << 2), 16) << 4 !== total * total);
}

/** Up to this variance, 256 times, a channel is nearly flat: levels are six off its mean. */
const FLAT_SPREAD: i32 = 256 * 36;

/** Whether a channel of the loaded block is nearly flat. */
export function isFlat(channel: usize): bool {
  const total = load<i32>(SUMS + (channel << 2));
  return (load<i32>(SUMS + (channel << 2), 16) << 4) - total * total <= FLAT_SPREAD;
}
