// Sixteen texels of three channels in ETC's four halves (left, right, upper, lower), and their differences from a palette of four colors.

import { blueAlpha, redGreen } from '../block/channels';
import { leftHalf, rightHalf } from '../block/halves';
import { sum } from '../block/lanes';

/** A half: R, G, B of eight texels as i16 (16 bytes each), then the sums of R, G and B. */
export const HALVES: usize = memory.data(4 * 64, 16);
export const HALF_BYTES: usize = 64;

/** The weight of a squared difference in each channel, and their sum. */
export let weighR: i32 = 1;
export let weighG: i32 = 1;
export let weighB: i32 = 1;
export let weighAll: i32 = 3;

export function setMetric(perceptual: bool): void {
  weighR = perceptual ? 2 : 1;
  weighG = perceptual ? 4 : 1;
  weighB = 1;
  weighAll = weighR + weighG + weighB;
}

/* @inline */ function storeHalf(half: i32, r: v128, g: v128, b: v128): void {
  const at = HALVES + usize(half) * HALF_BYTES;
  const one = i16x8.splat(1);
  v128.store(at, r);
  v128.store(at, g, 16);
  v128.store(at, b, 32);
  store<i32>(at, sum(i32x4.dot_i16x8_s(r, one)), 48);
  store<i32>(at, sum(i32x4.dot_i16x8_s(g, one)), 52);
  store<i32>(at, sum(i32x4.dot_i16x8_s(b, one)), 56);
}

/** Reads four rows of RGBA8. */
export function loadHalves(row0: v128, row1: v128, row2: v128, row3: v128): void {
  const rg01 = redGreen(row0, row1);
  const rg23 = redGreen(row2, row3);
  const ba01 = blueAlpha(row0, row1);
  const ba23 = blueAlpha(row2, row3);
  const r0 = i16x8.extend_low_i8x16_u(rg01);
  const r1 = i16x8.extend_low_i8x16_u(rg23);
  const g0 = i16x8.extend_high_i8x16_u(rg01);
  const g1 = i16x8.extend_high_i8x16_u(rg23);
  const b0 = i16x8.extend_low_i8x16_u(ba01);
  const b1 = i16x8.extend_low_i8x16_u(ba23);
  storeHalf(0, leftHalf(r0, r1), leftHalf(g0, g1), leftHalf(b0, b1));
  storeHalf(1, rightHalf(r0, r1), rightHalf(g0, g1), rightHalf(b0, b1));
  storeHalf(2, r0, g0, b0);
  storeHalf(3, r1, g1, b1);
}

/** Four colors: R, G, B as i16 each, eight bytes a color. */
const PALETTE: usize = memory.data(32, 16);

/* @inline */ function clamped(v: i32): i32 {
  return min(max(v, 0), 255);
}

/* @inline */ export function setColor(i: i32, r: i32, g: i32, b: i32): void {
  store<i16>(PALETTE + (i << 3), i16(clamped(r)));
  store<i16>(PALETTE + (i << 3), i16(clamped(g)), 2);
  store<i16>(PALETTE + (i << 3), i16(clamped(b)), 4);
}

/** Squared distances of four texels of a half from a color: the first four, or the others if `high`. */
/* @inline */ function distances(at: usize, color: usize, high: bool): v128 {
  const r = i16x8.sub(v128.load(at), v128.load16_splat(PALETTE + color));
  const g = i16x8.sub(v128.load(at, 16), v128.load16_splat(PALETTE + color, 2));
  const b = i16x8.sub(v128.load(at, 32), v128.load16_splat(PALETTE + color, 4));
  const wr = i16x8.mul(r, i16x8.splat(i16(weighR)));
  const wg = i16x8.mul(g, i16x8.splat(i16(weighG)));
  const wb = i16x8.mul(b, i16x8.splat(i16(weighB)));
  return high
    ? i32x4.add(
        i32x4.add(i32x4.extmul_high_i16x8_s(r, wr), i32x4.extmul_high_i16x8_s(g, wg)),
        i32x4.extmul_high_i16x8_s(b, wb),
      )
    : i32x4.add(
        i32x4.add(i32x4.extmul_low_i16x8_s(r, wr), i32x4.extmul_low_i16x8_s(g, wg)),
        i32x4.extmul_low_i16x8_s(b, wb),
      );
}

/* @inline */ function minDistances(at: usize, high: bool): v128 {
  return i32x4.min_s(
    i32x4.min_s(distances(at, 0, high), distances(at, 8, high)),
    i32x4.min_s(distances(at, 16, high), distances(at, 24, high)),
  );
}

/** Weighted sum of squared differences of a half from the palette. */
export function measureHalf(half: i32): i32 {
  const at = HALVES + usize(half) * HALF_BYTES;
  return sum(i32x4.add(minDistances(at, false), minDistances(at, true)));
}

/* @inline */ function fourCodes(at: usize, high: bool): v128 {
  const d0 = distances(at, 0, high);
  const d1 = distances(at, 8, high);
  const d2 = distances(at, 16, high);
  const d3 = distances(at, 24, high);
  const low = v128.and(i32x4.lt_s(d1, d0), i32x4.splat(1));
  const upper = i32x4.sub(i32x4.splat(2), i32x4.lt_s(d3, d2));
  return v128.bitselect(upper, low, i32x4.lt_s(i32x4.min_s(d2, d3), i32x4.min_s(d0, d1)));
}

/** The nearest color of each of eight texels, two bits each, the first lowest; of two at the same distance the first. */
export function codesOfHalf(half: i32): u32 {
  const at = HALVES + usize(half) * HALF_BYTES;
  const a = fourCodes(at, false);
  const b = fourCodes(at, true);
  let codes: u32 = i32x4.extract_lane(a, 0) | (i32x4.extract_lane(a, 1) << 2);
  codes |= (i32x4.extract_lane(a, 2) << 4) | (i32x4.extract_lane(a, 3) << 6);
  codes |= (i32x4.extract_lane(b, 0) << 8) | (i32x4.extract_lane(b, 1) << 10);
  return codes | (i32x4.extract_lane(b, 2) << 12) | (i32x4.extract_lane(b, 3) << 14);
}

/** The texel bits of a block (in order x · 4 + y) from the codes of its two halves: the high bits above the low ones. */
export function placeCodes(first: u32, second: u32, flip: i32): u32 {
  let placed: u32 = 0;
  for (let i = 0; i < 16; i++) {
    const code = ((i < 8 ? first : second) >> ((i & 7) << 1)) & 3;
    const n = i & 7;
    const half = i >> 3;
    const x = flip ? n & 3 : (n & 1) + (half << 1);
    const y = flip ? (n >> 2) + (half << 1) : n >> 1;
    const bit = (x << 2) + y;
    placed |= ((code >> 1) << (16 + bit)) | ((code & 1) << bit);
  }
  return placed;
}
