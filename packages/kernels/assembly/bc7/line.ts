// The best line through a set of texels: principal axis of its scatter, and how far the texels reach along it.

import { ENDPOINTS } from '../block/candidate';
import { floatSum } from '../block/lanes';
import { MOMENTS } from './moments';

/** Multiplications with the scatter matrix after the first. */
const ROUNDS: i32 = 4;
/** A scatter below this is rounding noise of equal texels. */
const NOISE: f32 = 0.5;

/** Principal axis of the texels in MOMENTS, its greatest part ±4096; zero where they do not differ. `inverse` is 1 / their number. */
function principalAxis(inverse: f32, alpha: bool): v128 {
  const first = v128.load(MOMENTS);
  const mean = f32x4.mul(first, f32x4.splat(inverse));
  const d = f32x4.sub(v128.load(MOMENTS, 16), f32x4.mul(mean, first)); // rr gg bb aa
  const o = f32x4.sub(v128.load(MOMENTS, 32), f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3))); // rg gb br
  let c0 = f32x4.shuffle(d, o, 0, 4, 6, 6);
  let c1 = f32x4.shuffle(d, o, 4, 1, 5, 5);
  let c2 = f32x4.shuffle(d, o, 6, 5, 2, 2);
  let c3 = f32x4.splat(0);
  if (alpha) {
    const x = f32x4.sub(v128.load(MOMENTS, 48), f32x4.mul(mean, f32x4.shuffle(first, first, 3, 3, 3, 3))); // ra ga ba
    c0 = f32x4.shuffle(c0, x, 0, 1, 2, 4);
    c1 = f32x4.shuffle(c1, x, 0, 1, 2, 5);
    c2 = f32x4.shuffle(c2, x, 0, 1, 2, 6);
    c3 = f32x4.shuffle(x, d, 0, 1, 2, 7);
  } else {
    c0 = f32x4.replace_lane(c0, 3, 0);
    c1 = f32x4.replace_lane(c1, 3, 0);
    c2 = f32x4.replace_lane(c2, 3, 0);
  }
  let v = c0;
  let most = f32x4.extract_lane(c0, 0);
  if (f32x4.extract_lane(c1, 1) > most) {
    v = c1;
    most = f32x4.extract_lane(c1, 1);
  }
  if (f32x4.extract_lane(c2, 2) > most) {
    v = c2;
    most = f32x4.extract_lane(c2, 2);
  }
  if (f32x4.extract_lane(c3, 3) > most) {
    v = c3;
    most = f32x4.extract_lane(c3, 3);
  }
  if (!(most > NOISE)) return f32x4.splat(0);
  const scale = f32x4.splat(1 / most);
  v = f32x4.mul(v, scale);
  for (let i = 0; i < ROUNDS; i++) {
    const a = f32x4.add(f32x4.mul(c0, f32x4.shuffle(v, v, 0, 0, 0, 0)), f32x4.mul(c1, f32x4.shuffle(v, v, 1, 1, 1, 1)));
    const b = f32x4.add(f32x4.mul(c2, f32x4.shuffle(v, v, 2, 2, 2, 2)), f32x4.mul(c3, f32x4.shuffle(v, v, 3, 3, 3, 3)));
    v = f32x4.mul(f32x4.add(a, b), scale);
  }
  const absolute = f32x4.abs(v);
  const half = f32x4.max(absolute, f32x4.shuffle(absolute, absolute, 2, 3, 0, 1));
  const top = max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
  return f32x4.nearest(f32x4.mul(v, f32x4.splat(f32(4096) / top)));
}

/* @inline */ function along(pairs: usize, rg: v128, ba: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(v128.load(pairs), rg), i32x4.dot_i16x8_s(v128.load(pairs, 64), ba));
}

/* @inline */ function clampEnd(v: v128): v128 {
  return f32x4.min(f32x4.max(v, f32x4.splat(0)), f32x4.splat(255));
}

/** Writes the ends of the `count` texels in `mask` (a byte each), whose moments are in MOMENTS, to ENDPOINTS. */
export function lineEnds(subset: i32, pairs: usize, mask: v128, count: i32, alpha: bool): void {
  const inverse: f32 = f32(1) / f32(count);
  const mean = f32x4.mul(v128.load(MOMENTS), f32x4.splat(inverse));
  const to = ENDPOINTS + (usize(subset) << 5);
  const axis = principalAxis(inverse, alpha);
  if (!v128.any_true(f32x4.ne(axis, f32x4.splat(0)))) {
    v128.store(to, mean);
    v128.store(to, mean, 16);
    return;
  }
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const t0 = along(pairs, rg, ba);
  const t1 = along(pairs + 16, rg, ba);
  const t2 = along(pairs + 32, rg, ba);
  const t3 = along(pairs + 48, rg, ba);
  const low = i16x8.extend_low_i8x16_s(mask);
  const high = i16x8.extend_high_i8x16_s(mask);
  const m0 = i32x4.extend_low_i16x8_s(low);
  const m1 = i32x4.extend_high_i16x8_s(low);
  const m2 = i32x4.extend_low_i16x8_s(high);
  const m3 = i32x4.extend_high_i16x8_s(high);
  const huge = i32x4.splat(0x7fffffff);
  const tiny = i32x4.splat(-0x7fffffff);
  const least = i32x4.min_s(
    i32x4.min_s(v128.bitselect(t0, huge, m0), v128.bitselect(t1, huge, m1)),
    i32x4.min_s(v128.bitselect(t2, huge, m2), v128.bitselect(t3, huge, m3)),
  );
  const most = i32x4.max_s(
    i32x4.max_s(v128.bitselect(t0, tiny, m0), v128.bitselect(t1, tiny, m1)),
    i32x4.max_s(v128.bitselect(t2, tiny, m2), v128.bitselect(t3, tiny, m3)),
  );
  const bottom = i32x4.min_s(least, i32x4.shuffle(least, least, 2, 3, 0, 1));
  const top = i32x4.max_s(most, i32x4.shuffle(most, most, 2, 3, 0, 1));
  const from = min(i32x4.extract_lane(bottom, 0), i32x4.extract_lane(bottom, 1));
  const until = max(i32x4.extract_lane(top, 0), i32x4.extract_lane(top, 1));
  const middle = floatSum(f32x4.mul(axis, mean));
  const length = floatSum(f32x4.mul(axis, axis));
  v128.store(to, clampEnd(f32x4.add(mean, f32x4.mul(axis, f32x4.splat((f32(from) - middle) / length)))));
  v128.store(to, clampEnd(f32x4.add(mean, f32x4.mul(axis, f32x4.splat((f32(until) - middle) / length)))), 16);
}
