// Where a block and the candidates for it lie in memory, and the small vector steps that every fit shares.
// One block at a time; nothing survives from one block to the next, so results never depend on order.

/** Texels as read: four rows of RGBA bytes. */
export const ROWS: usize = memory.data(64, 16);
/** The texels of a plane as i16 pairs: RG of rows 0–3, then BA of rows 0–3. Plane 0 is the block; 1 and 2 are those of the dual modes. */
export const PAIRS: usize = memory.data(3 * 128, 16);
/** The same, planar: R0 R1 G0 G1 B0 B1 A0 A1, eight i16 each (texels 0–7, 8–15). */
export const PLANAR: usize = memory.data(3 * 128, 16);
/** Bytes from one plane to the next in both. */
export const PLANE: usize = 128;

// A candidate: error, mode, slot of its partition, rotation (+ 4 where mode 4 gives colour the longer indices), indices of two planes, and the
// ends of up to three subsets with their p-bits (RGBA a subset).
export const C_ERROR: usize = 0;
export const C_MODE: usize = 4;
export const C_SLOT: usize = 8;
export const C_ROTATION: usize = 12;
export const C_INDICES: usize = 16;
export const C_INDICES2: usize = 32;
export const C_LOW: usize = 48;
export const C_HIGH: usize = 64;

export const BEST: usize = memory.data(80, 16);
export const TRIAL: usize = memory.data(80, 16);
/** The second plane of a dual mode. */
export const OTHER: usize = memory.data(80, 16);

/** Unquantised ends of up to three subsets: low and high as f32x4 each. */
export const ENDS: usize = memory.data(96, 16);

export function copyCandidate(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  v128.store(to, v128.load(from, 64), 64);
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

/* @inline */ export function sum(a: v128): i32 {
  const s = i32x4.add(a, i32x4.shuffle(a, a, 2, 3, 0, 1));
  return i32x4.extract_lane(s, 0) + i32x4.extract_lane(s, 1);
}

/* @inline */ export function floatSum(a: v128): f32 {
  const s = f32x4.add(a, f32x4.shuffle(a, a, 2, 3, 0, 1));
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1);
}
