// The metric, and the block as decoded. One block at a time.

/** Texels of the chosen candidate as a decoder returns them, laid out like PLANAR. */
export const DECODED: usize = memory.data(128, 16);

/** The weight of a squared difference in each channel. */
export let weighR: i32 = 1;
export let weighG: i32 = 1;
export let weighB: i32 = 1;
export let weighA: i32 = 1;
export let weighted: bool = false;

export function setMetric(perceptual: bool): void {
  weighted = perceptual;
  weighR = perceptual ? 2 : 1;
  weighG = perceptual ? 4 : 1;
  weighB = 1;
  weighA = perceptual ? 3 : 1;
}

/** Two 16-bit numbers in every 32-bit lane. */
/* @inline */ export function pair(low: i32, high: i32): v128 {
  return i32x4.splat((low & 0xffff) | (high << 16));
}

/** Rounds f32 lanes to 0…255. */
/* @inline */ export function toByteRange(x: v128): v128 {
  const r = i32x4.trunc_sat_f32x4_s(f32x4.add(x, f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.max_s(r, i32x4.splat(0)), i32x4.splat(255));
}
