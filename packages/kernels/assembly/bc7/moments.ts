// First and second moments of any set of texels, from a table of sums over the sixteen subsets of each row. Whole numbers below 2²⁴: exact.

import { dot2, sums4 } from '../block/lanes';
import { PLANAR, ROWS } from '../block/texels';

/** The moments of the current set, as f32x4: sums R G B A, squares, RG GB BR ·, RA GA BA ·. */
export const MOMENTS: usize = memory.data(64, 16);
/** The same of the whole block, for the two lines of mode 1. */
export const BLOCK_MOMENTS: usize = memory.data(48, 16);
/** Four rows of sixteen sets of 64 bytes, laid out like MOMENTS. */
export const TABLE: usize = memory.data(4 * 16 * 64, 16);

/** Sets MOMENTS to those of all texels of a plane. */
export function wholeMoments(plane: usize): void {
  const planar = PLANAR + plane;
  const r0 = v128.load(planar);
  const r1 = v128.load(planar, 16);
  const g0 = v128.load(planar, 32);
  const g1 = v128.load(planar, 48);
  const b0 = v128.load(planar, 64);
  const b1 = v128.load(planar, 80);
  const a0 = v128.load(planar, 96);
  const a1 = v128.load(planar, 112);
  const one = i16x8.splat(1);
  const zero = i32x4.splat(0);
  put(0, sums4(dot2(r0, r1, one, one), dot2(g0, g1, one, one), dot2(b0, b1, one, one), dot2(a0, a1, one, one)));
  put(16, sums4(dot2(r0, r1, r0, r1), dot2(g0, g1, g0, g1), dot2(b0, b1, b0, b1), dot2(a0, a1, a0, a1)));
  put(32, sums4(dot2(r0, r1, g0, g1), dot2(g0, g1, b0, b1), dot2(b0, b1, r0, r1), zero));
  put(48, sums4(dot2(r0, r1, a0, a1), dot2(g0, g1, a0, a1), dot2(b0, b1, a0, a1), zero));
}

/** Stores the moments of the colors of a mask's texels: sums R G B ·, squares, RG GB BR ·. */
/* @inline */ export function storeColorMoments(planar: usize, mask: v128, to: usize): void {
  const m0 = i16x8.extend_low_i8x16_s(mask);
  const m1 = i16x8.extend_high_i8x16_s(mask);
  const r0 = v128.and(v128.load(planar), m0);
  const r1 = v128.and(v128.load(planar, 16), m1);
  const g0 = v128.and(v128.load(planar, 32), m0);
  const g1 = v128.and(v128.load(planar, 48), m1);
  const b0 = v128.and(v128.load(planar, 64), m0);
  const b1 = v128.and(v128.load(planar, 80), m1);
  const one = i16x8.splat(1);
  const zero = i32x4.splat(0);
  const sums = sums4(dot2(r0, r1, one, one), dot2(g0, g1, one, one), dot2(b0, b1, one, one), zero);
  const squares = sums4(dot2(r0, r1, r0, r1), dot2(g0, g1, g0, g1), dot2(b0, b1, b0, b1), zero);
  const ring = sums4(dot2(r0, r1, g0, g1), dot2(g0, g1, b0, b1), dot2(b0, b1, r0, r1), zero);
  v128.store(to, f32x4.convert_i32x4_s(sums));
  v128.store(to, f32x4.convert_i32x4_s(squares), 16);
  v128.store(to, f32x4.convert_i32x4_s(ring), 32);
}

/* @inline */ function put(at: usize, sums: v128): void {
  v128.store(MOMENTS + at, f32x4.convert_i32x4_s(sums));
}

/** Keeps MOMENTS, which are those of the whole block. */
export function keepBlockMoments(): void {
  v128.store(BLOCK_MOMENTS, v128.load(MOMENTS));
  v128.store(BLOCK_MOMENTS, v128.load(MOMENTS, 16), 16);
  v128.store(BLOCK_MOMENTS, v128.load(MOMENTS, 32), 32);
}

/** Fills the table for the loaded block. */
export function buildMoments(alpha: bool): void {
  for (let row: usize = 0; row < 4; row++) {
    const base = TABLE + (row << 10);
    for (let x: usize = 0; x < 4; x++) {
      const bytes = v128.load32_zero(ROWS + (row << 4) + (x << 2));
      const t = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
      const squares = f32x4.mul(t, t);
      const ring = f32x4.mul(t, f32x4.shuffle(t, t, 1, 2, 0, 3));
      const withAlpha = f32x4.mul(t, f32x4.shuffle(t, t, 3, 3, 3, 3));
      const bit = usize(1) << x;
      for (let set: usize = 0; set < bit; set++) {
        const from = base + (set << 6);
        const to = from + (bit << 6);
        v128.store(to, f32x4.add(v128.load(from), t));
        v128.store(to, f32x4.add(v128.load(from, 16), squares), 16);
        v128.store(to, f32x4.add(v128.load(from, 32), ring), 32);
        if (alpha) v128.store(to, f32x4.add(v128.load(from, 48), withAlpha), 48);
      }
    }
  }
}

/** Sets MOMENTS to those of the texels whose bit is set. */
export function setMoments(bits: i32): void {
  const e0 = TABLE + ((bits & 15) << 6);
  const e1 = TABLE + 1024 + (((bits >> 4) & 15) << 6);
  const e2 = TABLE + 2048 + (((bits >> 8) & 15) << 6);
  const e3 = TABLE + 3072 + ((bits >> 12) << 6);
  for (let at: usize = 0; at < 64; at += 16)
    v128.store(
      MOMENTS + at,
      f32x4.add(f32x4.add(v128.load(e0 + at), v128.load(e1 + at)), f32x4.add(v128.load(e2 + at), v128.load(e3 + at))),
    );
}
