// Where a block and the candidates for it lie in memory, and the small vector steps that every fit shares.
// One block at a time; nothing survives from one block to the next, so results never depend on order.

/** Texels of the block, planar: R0 R1 G0 G1 B0 B1 A0 A1, eight i16 each (texels 0–7, 8–15). */
export const PLANAR: usize = memory.data(128, 16);
/** The same texels as i16 pairs for dot products: RG of rows 0–3, then BA of rows 0–3. */
export const PAIRS: usize = memory.data(128, 16);
/** Texels of the chosen candidate as a decoder sees them, laid out like PLANAR. */
export const DECODED: usize = memory.data(128, 16);

// A candidate: error, mode, pattern, second-plane channel, weights of two planes (a byte a texel), and per subset the
// ranks of the low and the high endpoint (R G B A each).
export const C_ERROR: usize = 0;
export const C_MODE: usize = 4;
export const C_PATTERN: usize = 8;
export const C_CHANNEL: usize = 12;
export const C_WEIGHTS: usize = 16;
export const C_WEIGHTS2: usize = 32;
export const C_RANKS: usize = 48;
export const C_SIZE: i32 = 80;

export const BEST: usize = memory.data(80, 16);
export const TRIAL: usize = memory.data(80, 16);
export const OTHER: usize = memory.data(80, 16);

/** Unquantised endpoints of up to three subsets: low and high as f32x4 each. */
export const ENDS: usize = memory.data(96, 16);

export function copyCandidate(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  v128.store(to, v128.load(from, 64), 64);
}

/** How much a squared difference of each channel counts. */
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

/* @inline */ export function pair(low: i32, high: i32): v128 {
  return i32x4.splat((low & 0xffff) | (high << 16));
}

/** Products of two vectors of sixteen, as four part sums. */
/* @inline */ export function dot2(a0: v128, a1: v128, b0: v128, b1: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(a0, b0), i32x4.dot_i16x8_s(a1, b1));
}

/** Horizontal sums of four vectors, one a lane. */
/* @inline */ export function sums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const s = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const t = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(s, t, 0, 1, 4, 5), i32x4.shuffle(s, t, 2, 3, 6, 7));
}

/* @inline */ export function floatSums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const s = f32x4.add(f32x4.shuffle(a, b, 0, 4, 1, 5), f32x4.shuffle(a, b, 2, 6, 3, 7));
  const t = f32x4.add(f32x4.shuffle(c, d, 0, 4, 1, 5), f32x4.shuffle(c, d, 2, 6, 3, 7));
  return f32x4.add(f32x4.shuffle(s, t, 0, 1, 4, 5), f32x4.shuffle(s, t, 2, 3, 6, 7));
}

/* @inline */ export function sum(a: v128): i32 {
  const s = i32x4.add(a, i32x4.shuffle(a, a, 2, 3, 0, 1));
  return i32x4.extract_lane(s, 0) + i32x4.extract_lane(s, 1);
}

/* @inline */ export function floatSum(a: v128): f32 {
  const s = f32x4.add(a, f32x4.shuffle(a, a, 2, 3, 0, 1));
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1);
}

/** The exact decoder: eight texels of one channel between lo and hi at weights 0…64.
 *  (257·x + 32) >> 14 with x = 64·lo + (hi − lo)·w is (x + ((x + 32) >> 8)) >> 6, which stays within 16 bits. */
/* @inline */ export function interpolate(lo: v128, span: v128, w: v128): v128 {
  const x = i16x8.add(i16x8.shl(lo, 6), i16x8.mul(span, w));
  return i16x8.shr_u(i16x8.add(x, i16x8.shr_u(i16x8.add(x, i16x8.splat(32)), 8)), 6);
}

/* @inline */ export function squares(a: v128, b: v128): v128 {
  const d = i16x8.sub(a, b);
  return i32x4.dot_i16x8_s(d, d);
}

/** Rounds f32 lanes to 0…255. */
/* @inline */ export function toByteRange(x: v128): v128 {
  const r = i32x4.trunc_sat_f32x4_s(f32x4.add(x, f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.max_s(r, i32x4.splat(0)), i32x4.splat(255));
}
