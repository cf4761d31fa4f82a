// Finds the BC4 ramps worth fitting. Decoded values are few and regular, so the best ramp often extends beyond them to match their spacing.
// A wave is a number of steps from the lowest to the highest value. How far a value is off its places is its product with steps per value,
// truncated to 16 bits. The two best of eight waves are within 0.07 dB of a search of 200 ramps on photographs, in a tenth of its time;
// three gain 0.015 dB, one loses 0.4.

import { sums4 } from '../block/lanes';
import { best, bestError, refitBest, steps, tryPlaces, unitOf } from './bc4-ramp';
import { minOf4 } from './lanes';

/** Half steps from the lowest to the highest value, by wave; four less if a ramp has five steps. The last two begin half a step before the
 *  lowest value. */
const WAVES: usize = memory.data<u8>([6, 8, 10, 12, 14, 15, 14, 15]);
const LATE_WAVES: i32 = 6;
const TRIED_WAVES: i32 = 2;

/** Sums of squared differences from the places, and of differences. */
/* @inline */ function squaresOf(r0: v128, r1: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(r0, r0), i32x4.dot_i16x8_s(r1, r1));
}
/* @inline */ function totalOf(r0: v128, r1: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_s(i16x8.add(r0, r1));
}
/* @inline */ function offOf(off: v128, wave: v128): v128 {
  return i16x8.shr_s(i16x8.mul(off, wave), 6);
}
/* @inline */ function lateOff(off: v128, wave: v128, late: v128): v128 {
  return i16x8.shr_s(i16x8.add(i16x8.mul(off, wave), late), 6);
}

/** Errors of four waves around their means, in units of values, with their indices in the low bits. The last two waves begin late. */
function keysOf(
  o0: v128,
  o1: v128,
  late0: v128,
  late1: v128,
  halves: v128,
  scales: v128,
  numbers: v128,
  unit: i32,
  count: i32,
): v128 {
  // 65536 steps per value.
  const waves = i32x4.shl(i32x4.shr_u(i32x4.mul(halves, i32x4.splat(unit)), 6), 1);
  let wave = i16x8.shuffle(waves, waves, 0, 0, 0, 0, 0, 0, 0, 0);
  const a0 = offOf(o0, wave);
  const a1 = offOf(o1, wave);
  wave = i16x8.shuffle(waves, waves, 2, 2, 2, 2, 2, 2, 2, 2);
  const b0 = offOf(o0, wave);
  const b1 = offOf(o1, wave);
  wave = i16x8.shuffle(waves, waves, 4, 4, 4, 4, 4, 4, 4, 4);
  const c0 = lateOff(o0, wave, late0);
  const c1 = lateOff(o1, wave, late1);
  wave = i16x8.shuffle(waves, waves, 6, 6, 6, 6, 6, 6, 6, 6);
  const d0 = lateOff(o0, wave, late0);
  const d1 = lateOff(o1, wave, late1);
  const squares = sums4(squaresOf(a0, a1), squaresOf(b0, b1), squaresOf(c0, c1), squaresOf(d0, d1));
  const totals = sums4(totalOf(a0, a1), totalOf(b0, b1), totalOf(c0, c1), totalOf(d0, d1));
  const about = i32x4.sub(i32x4.mul(squares, i32x4.splat(count)), i32x4.mul(totals, totals));
  return v128.or(v128.andnot(i32x4.mul(i32x4.shr_u(about, 6), scales), i32x4.splat(7)), numbers);
}

/** Fits a ramp to the values of `inside` by the places of a wave. */
function tryWave(values: v128, inside: v128, from: i32, range: i32, unit: i32, which: i32): void {
  const halves = i32(load<u8>(WAVES + which)) - (steps === 7 ? 0 : 4);
  const wave = (halves * unit) >> 6;
  const off = v128.and(i8x16.sub(values, i8x16.splat(i8(from))), inside);
  const o0 = i16x8.extend_low_i8x16_u(off);
  const o1 = i16x8.extend_high_i8x16_u(off);
  let p0 = i16x8.q15mulr_sat_s(o0, i16x8.splat(i16(wave)));
  let p1 = i16x8.q15mulr_sat_s(o1, i16x8.splat(i16(wave)));
  let top = (range * wave + 0x4000) >> 15;
  if (which >= LATE_WAVES) {
    // Rounded down instead.
    const twice = i16x8.splat(i16(wave << 1));
    p0 = i16x8.add(p0, i16x8.shr_s(i16x8.mul(o0, twice), 15));
    p1 = i16x8.add(p1, i16x8.shr_s(i16x8.mul(o1, twice), 15));
    top = (range * wave) >> 15;
  }
  tryPlaces(values, i8x16.min_u(i8x16.narrow_i16x8_u(p0, p1), i8x16.splat(i8(steps))), inside, min(top, steps));
}

/** Tries the best ramps for the values of `inside`, from `from` to `to`. */
export function fitRamps(values: v128, inside: v128, from: i32, to: i32): void {
  const range = to - from;
  const unit = unitOf(range);
  const off = v128.and(i8x16.sub(values, i8x16.splat(i8(from))), inside);
  const o0 = i16x8.extend_low_i8x16_u(off);
  const o1 = i16x8.extend_high_i8x16_u(off);
  const count = popcnt(i8x16.bitmask(inside));
  const isSeven = steps === 7;
  const none = i32x4.splat(0);
  let wider = keysOf(
    o0,
    o1,
    none,
    none,
    isSeven ? i32x4(6, 8, 10, 12) : i32x4(2, 4, 6, 8),
    isSeven ? i32x4(800, 450, 288, 200) : i32x4(1936, 484, 215, 121),
    i32x4(0, 1, 2, 3),
    unit,
    count,
  );
  // Exclude ramps that do not fit between 0 and 255.
  wider = v128.or(
    wider,
    i32x4.gt_s(i32x4.splat(range), isSeven ? i32x4(112, 150, 187, 225) : i32x4(52, 105, 157, 210)),
  );
  const half = i16x8.splat(-0x8000);
  let closer = keysOf(
    o0,
    o1,
    v128.and(i16x8.extend_low_i8x16_s(inside), half),
    v128.and(i16x8.extend_high_i8x16_s(inside), half),
    isSeven ? i32x4(14, 15, 14, 15) : i32x4(10, 11, 10, 11),
    isSeven ? i32x4(146, 128, 146, 128) : i32x4(77, 64, 77, 64),
    i32x4(4, 5, 6, 7),
    unit,
    count,
  );
  for (let i = 0; i < TRIED_WAVES; i++) {
    const minimum = minOf4(i32x4.min_u(wider, closer));
    tryWave(values, inside, from, range, unit, minimum & 7);
    wider = v128.or(wider, i32x4.eq(wider, i32x4.splat(minimum)));
    closer = v128.or(closer, i32x4.eq(closer, i32x4.splat(minimum)));
  }
  if (best !== 0 && bestError > 0) refitBest(values);
}
