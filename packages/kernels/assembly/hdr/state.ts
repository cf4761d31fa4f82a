// What the parts of the HDR encoders pass to each other in memory. Texels are three planes of sixteen 32-bit floats: R, G and B in the
// domain that the format interpolates in, which is nearly a logarithm.

/** Texels: R at 0, G at 64, B at 128. */
export const TEXELS: usize = memory.data(192, 16);
/** How much a difference from each of them counts. */
export const COUNTS: usize = memory.data(192, 16);
/** The ends of a line as a fit has them: R, G, B of the lower one, then of the upper one, in 64-bit floats. */
export const ENDS: usize = memory.data(48, 16);
/** The same as a block can store them, in 32-bit floats. */
export const STORED: usize = memory.data(24, 16);
/** The place of each texel on its line, from 0, in 32 bits. */
export const PLACES: usize = memory.data(64, 16);
/** Masks of all sixteen texels. */
export const ALL: usize = memory.data(64, 16);
memory.fill(ALL, 0xff, 64);

/* @inline */ export function end(i: i32): f64 {
  return load<f64>(ENDS + (usize(i) << 3));
}
/* @inline */ export function setEnd(i: i32, value: f64): void {
  store<f64>(ENDS + (usize(i) << 3), value);
}

/** The sum of four lanes, halves first. */
/* @inline */ export function total(v: v128): f64 {
  const pair = f32x4.add(v, i64x2.shuffle(v, v, 1, 0));
  return f64(f32x4.extract_lane(pair, 0) + f32x4.extract_lane(pair, 1));
}
