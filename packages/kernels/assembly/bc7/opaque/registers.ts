// Steps of the fits that keep a block's lines in registers. Ends are eight i16: R, G, B and alpha of the low one, then of the high one.

/** Added to a whole number below 2²³, its bits are the lowest of the sum. */
const WHOLE_BITS: f32 = 8388608;

/* @inline */ export function clampEndpoint(v: v128): v128 {
  return f32x4.pmin(f32x4.pmax(v, f32x4.splat(0)), f32x4.splat(255));
}

/** Products of a row of texels, stored as pairs of R and G and of B and A, with an axis. */
/* @inline */ export function along(row: usize, rg: v128, ba: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(v128.load(row), rg), i32x4.dot_i16x8_s(v128.load(row, 64), ba));
}

/* @inline */ export function splatRG(pairs: v128): v128 {
  return i32x4.shuffle(pairs, pairs, 0, 0, 0, 0);
}
/* @inline */ export function splatBA(pairs: v128): v128 {
  return i32x4.shuffle(pairs, pairs, 1, 1, 1, 1);
}

/** Floats from 0 to `mask`, one less than a power of two, rounded down. In most engines faster than a conversion that saturates. */
/* @inline */ export function roundDown(v: v128, mask: i32): v128 {
  return v128.and(f32x4.add(f32x4.floor(v), f32x4.splat(WHOLE_BITS)), i32x4.splat(mask));
}

/** The nearest indices of four texels from how far they are along their line. `last` is one less than a power of two. */
/* @inline */ export function nearestIndices(along: v128, scale: v128, last: i32): v128 {
  const x = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(along), scale), f32x4.splat(0.5));
  return roundDown(f32x4.pmin(f32x4.pmax(x, f32x4.splat(0)), f32x4.splat(f32(last))), last);
}

/* @inline */ export function lowOf(ends: v128): v128 {
  return i64x2.shuffle(ends, ends, 0, 0);
}

/** From the low end to the high one. */
/* @inline */ export function spanOf(ends: v128): v128 {
  return i16x8.sub(i64x2.shuffle(ends, ends, 1, 1), lowOf(ends));
}

/* @inline */ export function swapEnds(ends: v128): v128 {
  return i64x2.shuffle(ends, ends, 1, 0);
}

/** The low end's product with the span, in all lanes. */
/* @inline */ export function lineStart(low: v128, span: v128): v128 {
  const starts = i32x4.dot_i16x8_s(low, span);
  return i32x4.add(starts, i32x4.shuffle(starts, starts, 1, 0, 3, 2));
}

/** The last index over the squared length of the span. */
/* @inline */ export function lineScale(span: v128, last: i32): v128 {
  const lengths = i32x4.dot_i16x8_s(span, span);
  const length = i32x4.add(lengths, i32x4.shuffle(lengths, lengths, 1, 0, 3, 2));
  return f32x4.div(f32x4.splat(f32(last)), f32x4.convert_i32x4_s(i32x4.max_s(length, i32x4.splat(1))));
}

/** 64 times the low end, and half: what interpolation begins with. */
/* @inline */ export function startOf(ends: v128): v128 {
  return i16x8.add(i16x8.shl(ends, 6), i16x8.splat(32));
}

/** R, G or B of the low end in all lanes. */
/* @inline */ export function splatChannel(v: v128, channel: i32): v128 {
  if (channel === 0) return i16x8.shuffle(v, v, 0, 0, 0, 0, 0, 0, 0, 0);
  if (channel === 1) return i16x8.shuffle(v, v, 1, 1, 1, 1, 1, 1, 1, 1);
  return i16x8.shuffle(v, v, 2, 2, 2, 2, 2, 2, 2, 2);
}
