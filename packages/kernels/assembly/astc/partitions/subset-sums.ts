// Sums of colors over the subsets of a partition, to compare it with others. All are integers.

import { laneSum, laneSums } from '../moments';
import { COUNTS, channelCount, isWeighted, PLANE, TEXELS, wideBytes } from '../state';

/** R, G, B and A times their counts, then A times the counts of color. */
const COUNTED: usize = memory.data(5 * 288, 16);
const ALPHA_AS_COLOR: usize = COUNTED + 4 * PLANE;

/** Sums of a subset, i32: of R to A; of RR, GG, BB, AA; of GR, BR, BG, AR; of AG, AB, and the counts of color and alpha. */
export const SUM_BYTES: usize = 64;
export const TOTALS: usize = memory.data(64, 16);
export const RR: usize = 16;
export const GG: usize = 20;
export const BB: usize = 24;
export const AA: usize = 28;
export const GR: usize = 32;
export const BR: usize = 36;
export const BG: usize = 40;
export const AR: usize = 44;
export const AG: usize = 48;
export const AB: usize = 52;
export const COLOR_COUNT: usize = 56;
export const ALPHA_COUNT: usize = 60;

/** All texels are of subset 0. */
const NO_SUBSETS: usize = memory.data(144, 16);

/* @inline */ function isIn(subsets: usize, offset: usize, own: v128): v128 {
  return i16x8.extend_low_i8x16_s(i8x16.eq(v128.load64_zero(subsets + (offset >> 1)), own));
}
/* @inline */ function counted(channel: usize, offset: usize, mask: v128): v128 {
  return v128.and(v128.load(COUNTED + channel * PLANE + offset), mask);
}
/* @inline */ function pairSums(v: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_s(v);
}

function sumRed(subsets: usize, subset: i32, to: usize): void {
  const own = i8x16.splat(i8(subset));
  let n = i32x4.splat(0);
  let r = n;
  let rr = n;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const mask = isIn(subsets, i, own);
    const red = counted(0, i, mask);
    n = i32x4.add(n, pairSums(v128.and(v128.load(COUNTS + i), mask)));
    r = i32x4.add(r, pairSums(red));
    rr = i32x4.add(rr, i32x4.dot_i16x8_s(red, v128.load(TEXELS + i)));
  }
  store<i32>(to, laneSum(r));
  store<i32>(to, laneSum(rr), RR);
  store<i32>(to, laneSum(n), COLOR_COUNT);
}

function sumColors(subsets: usize, subset: i32, to: usize): void {
  const own = i8x16.splat(i8(subset));
  const zero = i32x4.splat(0);
  let n = zero;
  let r = zero;
  let g = zero;
  let b = zero;
  let rr = zero;
  let gg = zero;
  let bb = zero;
  let gr = zero;
  let br = zero;
  let bg = zero;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const mask = isIn(subsets, i, own);
    const red = counted(0, i, mask);
    const green = counted(1, i, mask);
    const blue = counted(2, i, mask);
    const plainRed = v128.load(TEXELS + i);
    const plainGreen = v128.load(TEXELS + PLANE + i);
    n = i32x4.add(n, pairSums(v128.and(v128.load(COUNTS + i), mask)));
    r = i32x4.add(r, pairSums(red));
    g = i32x4.add(g, pairSums(green));
    b = i32x4.add(b, pairSums(blue));
    rr = i32x4.add(rr, i32x4.dot_i16x8_s(red, plainRed));
    gr = i32x4.add(gr, i32x4.dot_i16x8_s(green, plainRed));
    gg = i32x4.add(gg, i32x4.dot_i16x8_s(green, plainGreen));
    br = i32x4.add(br, i32x4.dot_i16x8_s(blue, plainRed));
    bg = i32x4.add(bg, i32x4.dot_i16x8_s(blue, plainGreen));
    bb = i32x4.add(bb, i32x4.dot_i16x8_s(blue, v128.load(TEXELS + 2 * PLANE + i)));
  }
  v128.store(to, laneSums(r, g, b, zero));
  v128.store(to, laneSums(rr, gg, bb, zero), RR);
  v128.store(to, laneSums(gr, br, bg, zero), GR);
  v128.store(to, laneSums(zero, zero, n, zero), AG);
}

/** Adds what `sumColors` leaves out. */
function sumAlphas(subsets: usize, subset: i32, to: usize): void {
  const own = i8x16.splat(i8(subset));
  const zero = i32x4.splat(0);
  let n = zero;
  let a = zero;
  let ar = zero;
  let ag = zero;
  let ab = zero;
  let aa = zero;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const mask = isIn(subsets, i, own);
    const alpha = counted(3, i, mask);
    const asColor = v128.and(v128.load(ALPHA_AS_COLOR + i), mask);
    n = i32x4.add(n, pairSums(v128.and(v128.load(COUNTS + PLANE + i), mask)));
    a = i32x4.add(a, pairSums(alpha));
    ar = i32x4.add(ar, i32x4.dot_i16x8_s(asColor, v128.load(TEXELS + i)));
    ag = i32x4.add(ag, i32x4.dot_i16x8_s(asColor, v128.load(TEXELS + PLANE + i)));
    ab = i32x4.add(ab, i32x4.dot_i16x8_s(asColor, v128.load(TEXELS + 2 * PLANE + i)));
    aa = i32x4.add(aa, i32x4.dot_i16x8_s(alpha, v128.load(TEXELS + 3 * PLANE + i)));
  }
  const products = laneSums(ar, ag, ab, aa);
  store<i32>(to, laneSum(a), 12);
  store<i32>(to, i32x4.extract_lane(products, 0), AR);
  store<i32>(to, i32x4.extract_lane(products, 1), AG);
  store<i32>(to, i32x4.extract_lane(products, 2), AB);
  store<i32>(to, i32x4.extract_lane(products, 3), AA);
  store<i32>(to, laneSum(n), ALPHA_COUNT);
}

/** Sums over the texels that `subsets`, a byte each, says are in a subset. */
export function sumSubset(subsets: usize, subset: i32, to: usize): void {
  if (channelCount === 1) {
    sumRed(subsets, subset, to);
    return;
  }
  sumColors(subsets, subset, to);
  if (channelCount === 4) sumAlphas(subsets, subset, to);
}

/** Prepares sums of the loaded block, and makes those of all of it. */
export function sumBlock(): void {
  const channels = channelCount;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const color = v128.load(COUNTS + i);
    for (let c = 0; c < channels; c++) {
      const texels = v128.load(TEXELS + usize(c) * PLANE + i);
      const counts = c === 3 ? v128.load(COUNTS + PLANE + i) : color;
      v128.store(COUNTED + usize(c) * PLANE + i, isWeighted ? i16x8.mul(texels, counts) : texels);
      if (c === 3) v128.store(ALPHA_AS_COLOR + i, isWeighted ? i16x8.mul(texels, color) : texels);
    }
  }
  sumSubset(NO_SUBSETS, 0, TOTALS);
}
