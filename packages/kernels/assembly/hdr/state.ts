// The state that the parts of the HDR encoders share in memory. Texels are three planes of sixteen 32-bit floats: R, G and B in the domain
// in which the format interpolates, which is nearly logarithmic.

/** Texels: R at 0, G at 64, B at 128. */
export const TEXELS: usize = memory.data(192, 16);
/** The weight of a difference from each texel. */
export const ERROR_WEIGHTS: usize = memory.data(192, 16);
/** The fitted endpoints of a line: R, G, B of the lower one, then of the upper one, in 64-bit floats. */
export const ENDS: usize = memory.data(48, 16);
/** The endpoints as a block stores them, in 32-bit floats. */
export const STORED: usize = memory.data(24, 16);
/** Each texel's weight index, in 32 bits. */
export const INDICES: usize = memory.data(64, 16);
/** Masks of all sixteen texels. */
export const ALL: usize = memory.data(64, 16);
memory.fill(ALL, 0xff, 64);

/* @inline */ export function end(i: i32): f64 {
  return load<f64>(ENDS + (usize(i) << 3));
}
/* @inline */ export function setEnd(i: i32, value: f64): void {
  store<f64>(ENDS + (usize(i) << 3), value);
}

/** The sum of four lanes. */
/* @inline */ export function total(v: v128): f64 {
  const pair = f32x4.add(v, i64x2.shuffle(v, v, 1, 0));
  return f64(f32x4.extract_lane(pair, 0) + f32x4.extract_lane(pair, 1));
}
