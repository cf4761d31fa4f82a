// The best line through a set of texels: principal axis of its scatter, and how far the texels reach along it.

import { ENDPOINTS } from '../../block/candidate';
import { floatSum } from '../../block/lanes';
import { PAIRS } from '../../block/texels';
import { weighA, weighB, weighG, weighR, weighted } from '../state';

/** Columns of the scatter matrix (R G B A), f32x4 each, and the mean. Filled by `gather`. */
const COLUMNS: usize = memory.data(64, 16);
const MEAN: usize = memory.data(16, 16);

/** Takes the moments of `count` texels: sums, squares, RG GB BA AR and RB GA RB GA, all f32x4. */
/* @inline */ export function gather(count: f32, first: v128, squares: v128, ring: v128, cross: v128): void {
  const inverse = f32x4.splat(1.0 / count);
  const mean = f32x4.mul(first, inverse);
  v128.store(MEAN, mean);
  let d = f32x4.sub(squares, f32x4.mul(mean, first));
  let o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 3, 0)));
  let x = f32x4.sub(cross, f32x4.mul(mean, f32x4.shuffle(first, first, 2, 3, 0, 1)));
  // d: rr gg bb aa, o: rg gb ba ar, x: rb ga br ag
  if (weighted) {
    const w = f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA));
    d = f32x4.mul(d, w);
    o = f32x4.mul(o, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 1, 2, 3, 0))));
    x = f32x4.mul(x, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 2, 3, 0, 1))));
  }
  const dx = f32x4.shuffle(d, x, 0, 4, 1, 5); // rr rb gg ga
  const dy = f32x4.shuffle(d, x, 2, 4, 3, 5); // bb rb aa ga
  v128.store(COLUMNS, f32x4.shuffle(dx, o, 0, 4, 1, 7)); // rr rg rb ra
  v128.store(COLUMNS, f32x4.shuffle(o, dx, 0, 6, 1, 7), 16); // rg gg gb ga
  v128.store(COLUMNS, f32x4.shuffle(dy, o, 1, 5, 0, 6), 32); // rb gb bb ba
  v128.store(COLUMNS, f32x4.shuffle(o, dy, 3, 7, 2, 6), 48); // ra ga ba aa
}

/** Removes a channel from the gathered scatter: a two-plane mode codes it apart. */
export function dropChannel(channel: i32): void {
  v128.store(COLUMNS + (channel << 4), f32x4.splat(0));
  for (let i = 0; i < 4; i++) store<f32>(COLUMNS + (i << 4) + (channel << 2), 0);
}

/** Principal axis scaled to integers of at most 4096; zero where the texels do not differ. */
function principalAxis(rounds: i32): v128 {
  const c0 = v128.load(COLUMNS);
  const c1 = v128.load(COLUMNS, 16);
  const c2 = v128.load(COLUMNS, 32);
  const c3 = v128.load(COLUMNS, 48);
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
  // A scatter below this is rounding noise of equal texels.
  if (!(most > 0.03125)) return f32x4.splat(0);
  const scale = f32x4.splat(1.0 / most);
  v = f32x4.mul(v, scale);
  for (let i = 0; i < rounds; i++) {
    const a = f32x4.add(f32x4.mul(c0, f32x4.shuffle(v, v, 0, 0, 0, 0)), f32x4.mul(c1, f32x4.shuffle(v, v, 1, 1, 1, 1)));
    const b = f32x4.add(f32x4.mul(c2, f32x4.shuffle(v, v, 2, 2, 2, 2)), f32x4.mul(c3, f32x4.shuffle(v, v, 3, 3, 3, 3)));
    v = f32x4.mul(f32x4.add(a, b), scale);
  }
  if (weighted) v = f32x4.mul(v, f32x4.sqrt(f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA))));
  const absolute = f32x4.abs(v);
  const half = f32x4.max(absolute, f32x4.shuffle(absolute, absolute, 2, 3, 0, 1));
  const top = max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
  return f32x4.nearest(f32x4.mul(v, f32x4.splat(f32(4096) / top)));
}

/** Writes the unquantised endpoints of the gathered texels to ENDPOINTS + subset × 32. `masks` (four i32 row masks) limits
 *  the texels looked at, 0 takes all; `invert` takes those outside the mask. */
export function lineEnds(subset: i32, masks: usize, invert: bool, rounds: i32): void {
  const mean = v128.load(MEAN);
  const to = ENDPOINTS + (subset << 5);
  const axis = principalAxis(rounds);
  if (!v128.any_true(axis)) {
    v128.store(to, mean);
    v128.store(to, mean, 16);
    return;
  }
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const t0 = i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 64), ba));
  const t1 = i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 16), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 80), ba));
  const t2 = i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 32), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 96), ba));
  const t3 = i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 48), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 112), ba));
  let least: v128;
  let most: v128;
  if (masks === 0) {
    least = i32x4.min_s(i32x4.min_s(t0, t1), i32x4.min_s(t2, t3));
    most = i32x4.max_s(i32x4.max_s(t0, t1), i32x4.max_s(t2, t3));
  } else {
    const flip = i32x4.splat(invert ? -1 : 0);
    const m0 = v128.xor(v128.load(masks), flip);
    const m1 = v128.xor(v128.load(masks, 16), flip);
    const m2 = v128.xor(v128.load(masks, 32), flip);
    const m3 = v128.xor(v128.load(masks, 48), flip);
    const huge = i32x4.splat(0x7fffffff);
    const tiny = i32x4.splat(-0x7fffffff);
    least = i32x4.min_s(
      i32x4.min_s(v128.bitselect(t0, huge, m0), v128.bitselect(t1, huge, m1)),
      i32x4.min_s(v128.bitselect(t2, huge, m2), v128.bitselect(t3, huge, m3)),
    );
    most = i32x4.max_s(
      i32x4.max_s(v128.bitselect(t0, tiny, m0), v128.bitselect(t1, tiny, m1)),
      i32x4.max_s(v128.bitselect(t2, tiny, m2), v128.bitselect(t3, tiny, m3)),
    );
  }
  least = i32x4.min_s(least, i32x4.shuffle(least, least, 2, 3, 0, 1));
  most = i32x4.max_s(most, i32x4.shuffle(most, most, 2, 3, 0, 1));
  const tMin = f32(min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1)));
  const tMax = f32(max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1)));
  let direction = axis;
  if (weighted) direction = f32x4.div(axis, f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA)));
  const inverse: f32 = f32(1) / floatSum(f32x4.mul(axis, direction));
  const tMean = floatSum(f32x4.mul(axis, mean));
  v128.store(to, f32x4.add(mean, f32x4.mul(direction, f32x4.splat((tMin - tMean) * inverse))));
  v128.store(to, f32x4.add(mean, f32x4.mul(direction, f32x4.splat((tMax - tMean) * inverse))), 16);
}
