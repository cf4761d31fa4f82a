// Sixteen texels of three channels, and their differences from a palette of four colors.

import { differencesFromFirst, pairsRG } from '../block/channels';
import { sum } from '../block/lanes';

/** Texels as i16 pairs for dot products: RG of rows 0–3, then B0 of rows 0–3. */
const PAIRS: usize = memory.data(128, 16);
/** R, G, B and 0 of each texel as floats. */
export const TEXELS: usize = memory.data(256, 16);
/** The weight of each texel's error, as f32 and as i32: 1, or its alpha. */
export const TEXEL_WEIGHTS: usize = memory.data(64, 16);
const TEXEL_WEIGHTS_INT: usize = memory.data(64, 16);

/** Four colors as i32 pairs: RG and B0 of each. */
const PALETTE: usize = memory.data(32, 16);

export let weightVaries: bool = false;
let metricRg: v128 = i32x4.splat(0x10001);

/** Squared differences of R, G and B count 1 : 1 : 1, or 2 : 4 : 1. */
export function setMetric(perceptual: bool): void {
  metricRg = i32x4.splat(perceptual ? 0x40002 : 0x10001);
}

export let isSolid: bool = false;
export let solidColor: u32 = 0;

/* @inline */ function storeRow(row: v128, at: usize): void {
  const zero = i8x16.splat(0);
  v128.store(PAIRS + at, pairsRG(row));
  v128.store(PAIRS + at, i8x16.shuffle(row, zero, 2, 16, 16, 16, 6, 16, 16, 16, 10, 16, 16, 16, 14, 16, 16, 16), 64);
  const to = TEXELS + at * 4;
  const colors = v128.and(row, i32x4.splat(0xffffff));
  v128.store(
    to,
    f32x4.convert_i32x4_u(i8x16.shuffle(colors, zero, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 3, 16, 16, 16)),
  );
  v128.store(
    to,
    f32x4.convert_i32x4_u(i8x16.shuffle(colors, zero, 4, 16, 16, 16, 5, 16, 16, 16, 6, 16, 16, 16, 7, 16, 16, 16)),
    16,
  );
  v128.store(
    to,
    f32x4.convert_i32x4_u(i8x16.shuffle(colors, zero, 8, 16, 16, 16, 9, 16, 16, 16, 10, 16, 16, 16, 11, 16, 16, 16)),
    32,
  );
  v128.store(
    to,
    f32x4.convert_i32x4_u(i8x16.shuffle(colors, zero, 12, 16, 16, 16, 13, 16, 16, 16, 14, 16, 16, 16, 15, 16, 16, 16)),
    48,
  );
  const weights = weightVaries ? i32x4.shr_u(row, 24) : i32x4.splat(1);
  v128.store(TEXEL_WEIGHTS_INT + at, weights);
  v128.store(TEXEL_WEIGHTS + at, f32x4.convert_i32x4_u(weights));
}

/** Reads four rows of RGBA8. `byAlpha` weighs texels by alpha, unless all alphas are 0. */
export function loadColors(r0: v128, r1: v128, r2: v128, r3: v128, byAlpha: bool): void {
  const opaque = i32x4.splat(0xff000000);
  solidColor = i32x4.extract_lane(r0, 0);
  isSolid = !v128.any_true(v128.andnot(differencesFromFirst(r0, r1, r2, r3), opaque));
  weightVaries = byAlpha && v128.any_true(v128.and(v128.or(v128.or(r0, r1), v128.or(r2, r3)), opaque));
  storeRow(r0, 0);
  storeRow(r1, 16);
  storeRow(r2, 32);
  storeRow(r3, 48);
}

/* @inline */ export function setColor(i: i32, r: i32, g: i32, b: i32): void {
  store<i32>(PALETTE + (i << 3), r | (g << 16));
  store<i32>(PALETTE + (i << 3), b, 4);
}

/** Squared distances of a row's four texels from a color. */
/* @inline */ function distances(row: usize, color: usize): v128 {
  const rg = i16x8.sub(v128.load(PAIRS + row), v128.load32_splat(PALETTE + color));
  const b = i16x8.sub(v128.load(PAIRS + row, 64), v128.load32_splat(PALETTE + color, 4));
  return i32x4.add(i32x4.dot_i16x8_s(rg, i16x8.mul(rg, metricRg)), i32x4.dot_i16x8_s(b, b));
}

/* @inline */ function minDistances(row: usize): v128 {
  const minimum = i32x4.min_s(
    i32x4.min_s(distances(row, 0), distances(row, 8)),
    i32x4.min_s(distances(row, 16), distances(row, 24)),
  );
  return i32x4.mul(minimum, v128.load(TEXEL_WEIGHTS_INT + row));
}

/** Weighted sum of squared differences from the palette. */
export function measureColors(): i32 {
  return sum(i32x4.add(i32x4.add(minDistances(0), minDistances(16)), i32x4.add(minDistances(32), minDistances(48))));
}

/* @inline */ function rowCodes(row: usize): u32 {
  const d0 = distances(row, 0);
  const d1 = distances(row, 8);
  const d2 = distances(row, 16);
  const d3 = distances(row, 24);
  const low = i32x4.min_s(d0, d1);
  const high = i32x4.min_s(d2, d3);
  const lowCode = v128.and(i32x4.lt_s(d1, d0), i32x4.splat(1));
  const highCode = i32x4.sub(i32x4.splat(2), i32x4.lt_s(d3, d2));
  const codes = v128.bitselect(highCode, lowCode, i32x4.lt_s(high, low));
  return (
    i32x4.extract_lane(codes, 0) |
    (i32x4.extract_lane(codes, 1) << 2) |
    (i32x4.extract_lane(codes, 2) << 4) |
    (i32x4.extract_lane(codes, 3) << 6)
  );
}

/** The nearest color of each texel, two bits each, texel 0 lowest; of two at the same distance the first. */
export function nearestCodes(): u32 {
  return rowCodes(0) | (rowCodes(16) << 8) | (rowCodes(32) << 16) | (rowCodes(48) << 24);
}
