// The loaded block in memory, for BC7 and UASTC: one block at a time.

import { blueAlpha, differencesFromFirst, pairsBA, pairsRG, redGreen } from './channels';

/** Texels as read: four rows of RGBA bytes. */
export const ROWS: usize = memory.data(64, 16);
/**
 * The texels of a plane as i16 pairs: RG of rows 0–3, then BA of rows 0–3. Plane 0 is the block; BC7 uses planes 1 and 2 for the two
 * planes of its dual modes.
 */
export const PAIRS: usize = memory.data(3 * 128, 16);
/** The same texels by channel: R0 R1 G0 G1 B0 B1 A0 A1, eight i16 each (texels 0–7, 8–15). */
export const PLANAR: usize = memory.data(3 * 128, 16);
/** Bytes from one plane to the next in both. */
export const PLANE: usize = 128;

export let isSolid: bool = false;
export let isOpaque: bool = false;
export let solidColor: u32 = 0;

/** Whether all texels of four rows are equal. */
/* @inline */ export function isOneColorBlock(r0: v128, r1: v128, r2: v128, r3: v128): bool {
  return !v128.any_true(differencesFromFirst(r0, r1, r2, r3));
}

/* @inline */ export function isOpaqueBlock(r0: v128, r1: v128, r2: v128, r3: v128): bool {
  const all = v128.and(v128.and(r0, r1), v128.and(r2, r3));
  const alpha = i32x4.splat(0xff000000);
  return i32x4.all_true(i32x4.eq(v128.and(all, alpha), alpha));
}

/** Takes four rows of RGBA8. Of a solid block only its color is stored. */
/* @inline */ export function setRows(r0: v128, r1: v128, r2: v128, r3: v128): void {
  solidColor = i32x4.extract_lane(r0, 0);
  isSolid = isOneColorBlock(r0, r1, r2, r3);
  if (isSolid) return;
  v128.store(ROWS, r0);
  v128.store(ROWS, r1, 16);
  v128.store(ROWS, r2, 32);
  v128.store(ROWS, r3, 48);
  isOpaque = isOpaqueBlock(r0, r1, r2, r3);
  setPlane(0, r0, r1, r2, r3);
}

/** Writes four rows of RGBA bytes as a plane of PAIRS and PLANAR. */
export function setPlane(plane: usize, r0: v128, r1: v128, r2: v128, r3: v128): void {
  const planar = PLANAR + plane;
  const ba01 = blueAlpha(r0, r1);
  const ba23 = blueAlpha(r2, r3);
  storeColors(planar, PAIRS + plane, r0, r1, r2, r3);
  v128.store(planar, i16x8.extend_high_i8x16_u(ba01), 96);
  v128.store(planar, i16x8.extend_high_i8x16_u(ba23), 112);
}

/** Writes four rows of RGBA bytes by channel, without alpha, and as pairs. */
/* @inline */ export function storeColors(planar: usize, pairs: usize, r0: v128, r1: v128, r2: v128, r3: v128): void {
  const rg01 = redGreen(r0, r1);
  const rg23 = redGreen(r2, r3);
  const ba01 = blueAlpha(r0, r1);
  const ba23 = blueAlpha(r2, r3);
  v128.store(planar, i16x8.extend_low_i8x16_u(rg01));
  v128.store(planar, i16x8.extend_low_i8x16_u(rg23), 16);
  v128.store(planar, i16x8.extend_high_i8x16_u(rg01), 32);
  v128.store(planar, i16x8.extend_high_i8x16_u(rg23), 48);
  v128.store(planar, i16x8.extend_low_i8x16_u(ba01), 64);
  v128.store(planar, i16x8.extend_low_i8x16_u(ba23), 80);
  storePairs(pairs, r0);
  storePairs(pairs + 16, r1);
  storePairs(pairs + 32, r2);
  storePairs(pairs + 48, r3);
}

/** The texels of the loaded block that have a color, a bit each. */
/* @inline */ export function texelsOf(color: u32): u32 {
  const same = i32x4.splat(color);
  return (
    i32x4.bitmask(i32x4.eq(v128.load(ROWS), same)) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 16), same)) << 4) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 32), same)) << 8) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 48), same)) << 12)
  );
}

/* @inline */ function storePairs(at: usize, row: v128): void {
  v128.store(at, pairsRG(row));
  v128.store(at, pairsBA(row), 64);
}

/** Whether R, G or B is the same in all texels of the loaded block. */
export function hasConstantChannel(): bool {
  const rows = differencesFromFirst(v128.load(ROWS), v128.load(ROWS, 16), v128.load(ROWS, 32), v128.load(ROWS, 48));
  const half = v128.or(rows, i64x2.shuffle(rows, rows, 1, 0));
  const all = i32x4.extract_lane(v128.or(half, i32x4.shuffle(half, half, 1, 0, 3, 2)), 0);
  return (all & 0xff) === 0 || (all & 0xff00) === 0 || (all & 0xff0000) === 0;
}
