// Estimates which biases of ETC1 bases are worth trying for a block.

import { RANGE_16, RANGE_32, rankValue } from '../pack/ranges';
import { KEY_0, KEY_1, rounded, STEPS, stepped } from './etc1-steps';

/** Eight times the base minus the sum of texels: R, G and B (16 bytes each) with steps of −1, 0, +1 and −2. */
const OFFSETS: usize = memory.data(3 * 16, 16);
/** The estimated cost of a step triple, by its key, for both halves. */
const ESTIMATES: usize = memory.data(2 * 128, 16);
const ESTIMATE_BYTES: i32 = 128;
/** The cost of each bias, with the bias in the low bits: the minimum is then the first of the best. */
const COSTS: usize = memory.data(32 * 4, 16);
const COST_BYTES: usize = 128;
const BIAS_BITS: i32 = 5;
/** The biases picked, best first: up to eight. */
export const PICKED: usize = memory.data(8);
/** Biases whose halves have different steps, or other steps than their number implies. */
const ODD_BIASES: usize = memory.data<u8>([2, 5, 6, 7, 8, 10, 11, 15, 18, 19, 20, 21, 24, 27, 28, 29, 30, 31]);
const ODD_COUNT: i32 = 18;
/** Shades move all channels by the same amount, so an equal difference in all channels costs little: 1/8 counts. */
const ALONG_SHIFT: i32 = 3;

/* @inline */ function offsetOf(sum: i32, v: i32, step: i32, limit: i32, range: i32): i32 {
  return 8 * rankValue(range, stepped(v, step, limit)) - sum;
}

/** Writes three estimates, and a fourth that the next call overwrites. */
/* @inline */ function estimateLanes(to: usize, r: v128, g: v128, b: v128): void {
  const rg = i32x4.sub(r, g);
  const gb = i32x4.sub(g, b);
  const br = i32x4.sub(b, r);
  const along = i32x4.add(i32x4.add(r, g), b);
  v128.store(
    to,
    i32x4.add(
      i32x4.add(i32x4.mul(rg, rg), i32x4.mul(gb, gb)),
      i32x4.add(i32x4.mul(br, br), i32x4.shr_s(i32x4.mul(along, along), ALONG_SHIFT)),
    ),
  );
}

function estimateHalf(sums: usize, out: usize, limit: i32, range: i32): void {
  for (let c = 0; c < 3; c++) {
    const sum = load<i32>(sums + (c << 2));
    const v = rounded(sum, limit);
    const at = OFFSETS + (c << 4);
    store<i32>(at, offsetOf(sum, v, -1, limit, range));
    store<i32>(at, offsetOf(sum, v, 0, limit, range), 4);
    store<i32>(at, offsetOf(sum, v, 1, limit, range), 8);
    store<i32>(at, offsetOf(sum, v, -2, limit, range), 12);
  }
  const red = v128.load(OFFSETS);
  for (let b = 0; b < 3; b++)
    for (let g = 0; g < 3; g++) {
      estimateLanes(out, red, v128.load32_splat(OFFSETS + 16 + (g << 2)), v128.load32_splat(OFFSETS + 32 + (b << 2)));
      out += 12;
    }
  estimateLanes(out, v128.load32_splat(OFFSETS, 12), v128.load32_splat(OFFSETS, 28), v128.load32_splat(OFFSETS, 44));
}

function costBiases(): void {
  for (let at: usize = 0; at < COST_BYTES - 16; at += 16) {
    const cost = i32x4.add(v128.load(ESTIMATES + at), v128.load(ESTIMATES + at, ESTIMATE_BYTES));
    v128.store(
      COSTS + at,
      v128.or(i32x4.shl(cost, BIAS_BITS), i32x4.add(i32x4.splat(i32(at) >> 2), i32x4(0, 1, 2, 3))),
    );
  }
  for (let i = 0; i < ODD_COUNT; i++) {
    const bias = i32(load<u8>(ODD_BIASES + i));
    const steps = STEPS + (bias << 3);
    const cost =
      load<i32>(ESTIMATES + (usize(load<u8>(steps, KEY_0)) << 2)) +
      load<i32>(ESTIMATES + (usize(load<u8>(steps, KEY_1)) << 2), ESTIMATE_BYTES);
    store<i32>(COSTS + (bias << 2), (cost << BIAS_BITS) | bias);
  }
}

/** Picks the biases whose bases are nearest to the means of the halves, apart from an equal shift of all channels, which shades correct. `sums0`
 *  and `sums1` are the sums of R, G and B over eight texels. Four of these are worth twenty of the fixed order, and take less time than its
 *  first eight. The smaller bias wins a tie. */
export function pickBiases(sums0: usize, sums1: usize, diff: i32, count: i32): void {
  const limit = diff ? 31 : 15;
  const range = diff ? RANGE_32 : RANGE_16;
  estimateHalf(sums0, ESTIMATES, limit, range);
  estimateHalf(sums1, ESTIMATES + ESTIMATE_BYTES, limit, range);
  costBiases();
  // Each picked bias is set to the maximum.
  for (let i = 0; i < count; i++) {
    let minimum = i32x4.min_s(v128.load(COSTS), v128.load(COSTS, 16));
    for (let at: usize = 32; at < COST_BYTES; at += 16) minimum = i32x4.min_s(minimum, v128.load(COSTS + at));
    minimum = i32x4.min_s(minimum, i32x4.shuffle(minimum, minimum, 2, 3, 0, 1));
    const bias = min(i32x4.extract_lane(minimum, 0), i32x4.extract_lane(minimum, 1)) & 31;
    store<i32>(COSTS + (bias << 2), i32.MAX_VALUE);
    store<u8>(PICKED + i, bias);
  }
}
