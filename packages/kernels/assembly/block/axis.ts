// The principal axis of a set of texels, and how far they extend along it.

/**
 * The direction in which texels scatter most, by power iteration on their scatter matrix with columns c0 … c3. Zero if no variance
 * exceeds `noise`, which is what rounding leaves of equal texels.
 */
/* @inline */ export function principalDirection(
  c0: v128,
  c1: v128,
  c2: v128,
  c3: v128,
  rounds: i32,
  noise: f32,
): v128 {
  // The column with the largest diagonal, of equals the first. Branches would be mispredicted.
  let top = f32x4.shuffle(c0, c0, 0, 0, 0, 0);
  let next = f32x4.shuffle(c1, c1, 1, 1, 1, 1);
  let v = v128.bitselect(c1, c0, f32x4.gt(next, top));
  top = f32x4.pmax(top, next);
  next = f32x4.shuffle(c2, c2, 2, 2, 2, 2);
  v = v128.bitselect(c2, v, f32x4.gt(next, top));
  top = f32x4.pmax(top, next);
  next = f32x4.shuffle(c3, c3, 3, 3, 3, 3);
  v = v128.bitselect(c3, v, f32x4.gt(next, top));
  top = f32x4.pmax(top, next);
  const maximum = f32x4.extract_lane(top, 0);
  if (!(maximum > noise)) return f32x4.splat(0);
  const scale = f32x4.splat(1 / maximum);
  v = f32x4.mul(v, scale);
  for (let i = 0; i < rounds; i++) {
    const a = f32x4.add(f32x4.mul(c0, f32x4.shuffle(v, v, 0, 0, 0, 0)), f32x4.mul(c1, f32x4.shuffle(v, v, 1, 1, 1, 1)));
    const b = f32x4.add(f32x4.mul(c2, f32x4.shuffle(v, v, 2, 2, 2, 2)), f32x4.mul(c3, f32x4.shuffle(v, v, 3, 3, 3, 3)));
    v = f32x4.mul(f32x4.add(a, b), scale);
  }
  return v;
}

/** A direction that is not zero, as whole numbers of which the largest is ±4096. */
/* @inline */ export function wholeAxis(direction: v128): v128 {
  const absolute = f32x4.abs(direction);
  const half = f32x4.pmax(absolute, f32x4.shuffle(absolute, absolute, 2, 3, 0, 1));
  const top = max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
  return f32x4.nearest(f32x4.mul(direction, f32x4.splat(f32(4096) / top)));
}

/** The smallest and largest product of an axis with the texels of a mask. */
export let extentMin: i32 = 0;
export let extentMax: i32 = 0;

/* @inline */ function along(pairs: usize, rg: v128, ba: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(v128.load(pairs), rg), i32x4.dot_i16x8_s(v128.load(pairs, 64), ba));
}

/** Measures texels in pairs, four rows, by a mask for each row. */
/* @inline */ export function measureExtent(pairs: usize, axis: v128, m0: v128, m1: v128, m2: v128, m3: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const t0 = along(pairs, rg, ba);
  const t1 = along(pairs + 16, rg, ba);
  const t2 = along(pairs + 32, rg, ba);
  const t3 = along(pairs + 48, rg, ba);
  const huge = i32x4.splat(0x7fffffff);
  const tiny = i32x4.splat(-0x7fffffff);
  const minimum = i32x4.min_s(
    i32x4.min_s(v128.bitselect(t0, huge, m0), v128.bitselect(t1, huge, m1)),
    i32x4.min_s(v128.bitselect(t2, huge, m2), v128.bitselect(t3, huge, m3)),
  );
  const maximum = i32x4.max_s(
    i32x4.max_s(v128.bitselect(t0, tiny, m0), v128.bitselect(t1, tiny, m1)),
    i32x4.max_s(v128.bitselect(t2, tiny, m2), v128.bitselect(t3, tiny, m3)),
  );
  const bottom = i32x4.min_s(minimum, i32x4.shuffle(minimum, minimum, 2, 3, 0, 1));
  const top = i32x4.max_s(maximum, i32x4.shuffle(maximum, maximum, 2, 3, 0, 1));
  extentMin = min(i32x4.extract_lane(bottom, 0), i32x4.extract_lane(bottom, 1));
  extentMax = max(i32x4.extract_lane(top, 0), i32x4.extract_lane(top, 1));
}
