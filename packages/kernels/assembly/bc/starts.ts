// Starting points for the search for a channel's endpoints: the smallest and largest texel, moved by quarters of a step, ranked by the
// differences of texels from unrounded shades. In units of a quarter step a pair's shades are the same in every block, so its scale is
// a constant. With at most half a step inward, no texel is beyond the outermost shades.

import { sums4 } from '../block/lanes';

/** Pairs of quarters, inward from the smallest and from the largest texel. Most of the gain of an exhaustive search is near the first
 *  sixteen. The others have one endpoint beyond the texels, for blocks that do not use all shades. */
const STARTS: usize = memory.data<i8>([
  -1, -1, -1, 0, -1, 1, -1, 2, 0, -1, 0, 0, 0, 1, 0, 2, 1, -1, 1, 0, 1, 1, 1, 2, 2, -1, 2, 0, 2, 1, 2, 2, -2, 0, 0, -2,
  -2, 1, 1, -2, -2, 2, 2, -2, -3, 0, 0, -3, -3, 1, 1, -3, -3, 2, 2, -3, -4, 0, 0, -4, -4, 1, 1, -4, -4, 2, 2, -4, -5, 0,
  0, -5, -5, 1, 1, -5, -5, 2, 2, -5, -6, 0, 0, -6, -6, 1, 1, -6, -7, 1, 1, -7, -8, 0, 0, -8,
]);
const COUNT: i32 = 48;

/** For each pair, as i16: 512 times the first number, and 14 / (28 − a − b) of 32768; then, as f32, the square of 28 − a − b. */
const OFFSETS: usize = memory.data(96, 16);
const SCALES: usize = memory.data(96, 16);
const SQUARED_STEPS: usize = memory.data(192, 16);

export function buildStarts(): void {
  for (let i = 0; i < COUNT; i++) {
    const a = i32(load<i8>(STARTS + (i << 1)));
    const steps = 28 - a - load<i8>(STARTS + (i << 1), 1);
    store<i16>(OFFSETS + (i << 1), a << 9);
    store<i16>(SCALES + (i << 1), (14 * 65536 + steps) / (2 * steps));
    store<f32>(SQUARED_STEPS + (i << 2), f32(steps * steps));
  }
}

/** Four good starts: the best of those whose index is 0, 1, 2 and 3 modulo 4. */
export const FOUR_STARTS: usize = memory.data(16, 16);

/* @inline */ function differences(x0: v128, x1: v128, i: i32): v128 {
  const offset = v128.load16_splat(OFFSETS + (i << 1));
  const scale = v128.load16_splat(SCALES + (i << 1));
  // Ten fraction bits: the remainder after rounding to a shade is the difference.
  const p0 = i16x8.q15mulr_sat_s(i16x8.sub(x0, offset), scale);
  const p1 = i16x8.q15mulr_sat_s(i16x8.sub(x1, offset), scale);
  const d0 = i16x8.shr_s(i16x8.shl(p0, 6), 6);
  const d1 = i16x8.shr_s(i16x8.shl(p1, 6), 6);
  return i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1));
}

/** Ranks the first `count` starts (a multiple of four) for texels from `low` on that span `span`, and puts the best four to
 *  FOUR_STARTS. */
export function rankStarts(texels: v128, low: i32, span: i32, count: i32): void {
  const shift = clz(span) - 24;
  const whole: i32 = (14336 * 256) / (span << shift);
  const scale = i16x8.splat(i16(whole));
  const above = i8x16.shl(i8x16.sub(texels, i8x16.splat(u8(low))), shift);
  const x0 = i16x8.q15mulr_sat_s(i16x8.shl(i16x8.extend_low_i8x16_u(above), 7), scale);
  const x1 = i16x8.q15mulr_sat_s(i16x8.shl(i16x8.extend_high_i8x16_u(above), 7), scale);
  let minimum = f32x4.splat(f32.MAX_VALUE);
  let found = i32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const errors = f32x4.mul(
      f32x4.convert_i32x4_s(
        sums4(
          differences(x0, x1, i),
          differences(x0, x1, i + 1),
          differences(x0, x1, i + 2),
          differences(x0, x1, i + 3),
        ),
      ),
      v128.load(SQUARED_STEPS + (i << 2)),
    );
    const better = f32x4.lt(errors, minimum);
    minimum = v128.bitselect(errors, minimum, better);
    found = v128.bitselect(i32x4.splat(i), found, better);
  }
  v128.store(FOUR_STARTS, i32x4.add(found, i32x4(0, 1, 2, 3)));
}

/* @inline */ export function quartersInward(start: i32, end: i32): i32 {
  return load<i8>(STARTS + (start << 1) + end);
}
