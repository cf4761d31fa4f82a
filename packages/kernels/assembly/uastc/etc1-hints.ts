// The shape of the ETC1 block a transcoder will write: flip, colour coding, two intensity tables and the bias of the bases.
// Judged by the RGB error of the decoded texels with the shades the transcoder will pick by luma. Eight texels of a half are one
// vector: with base b and shade d the error of texel p is |p − b|² + d·(3d − 2s), s the sum of p − b over the channels.

import { DECODED, squares, sums4 } from './state';
import { RANGE_16, RANGE_32, rankValue } from './ranges';
import { ORDER, PICKED, STEPS, pickBiases, rounded, stepped } from './etc1-bias';
import { HINTS, H_BIAS, H_DIFF, H_FLIP, H_TABLE0, H_TABLE1 } from './pack';

const SMALL: usize = memory.data<u8>([2, 5, 9, 13, 18, 24, 33, 47]);
const LARGE: usize = memory.data<u8>([8, 17, 29, 42, 60, 80, 106, 183]);
@inline export function etcSmall(table: i32): i32 { return load<u8>(SMALL + table); }
@inline export function etcLarge(table: i32): i32 { return load<u8>(LARGE + table); }

/** Per half (left, right, top, bottom): luma (half scale) and channel sum of eight texels, sums of R, G, B and of all squares, then the texels' R,
 *  G and B, and their whole luma. */
const HALVES: usize = memory.data(4 * 112, 16);
const HALF_BYTES: i32 = 112;

/** Whether shades are clamped to 0…255, as a transcoder does it. That is for flat art: in photographs near white it gave 0.01 dB of ETC1
 *  for 9 % of the time, near black or white a quarter of the time. */
let clamps: bool = false;
/** Whether all texels shown are grey. */
let shownGrey: bool = false;

const MEMO: usize = memory.data(2 * 28 * 4, 16);
const MEMO_TABLE: usize = memory.data(4 * 16, 16);

@inline function lumaOf(r: v128, g: v128, b: v128): v128 {
  return i16x8.add(
    i16x8.add(i16x8.mul(r, i16x8.splat(54)), i16x8.mul(g, i16x8.splat(183))),
    i16x8.mul(b, i16x8.splat(19)),
  );
}

@inline function storeHalf(half: i32, r: v128, g: v128, b: v128): void {
  const at = HALVES + half * HALF_BYTES;
  const luma = lumaOf(r, g, b);
  v128.store(at, i16x8.shr_u(luma, 1));
  v128.store(at, r, 48);
  v128.store(at, g, 64);
  v128.store(at, b, 80);
  v128.store(at, luma, 96);
  v128.store(at, i16x8.add(i16x8.add(r, g), b), 16);
  const one = i16x8.splat(1);
  const square = i32x4.add(i32x4.add(i32x4.dot_i16x8_s(r, r), i32x4.dot_i16x8_s(g, g)), i32x4.dot_i16x8_s(b, b));
  v128.store(at, sums4(i32x4.dot_i16x8_s(r, one), i32x4.dot_i16x8_s(g, one), i32x4.dot_i16x8_s(b, one), square), 32);
}

function splitHalves(): void {
  const r0 = v128.load(DECODED), r1 = v128.load(DECODED, 16);
  const g0 = v128.load(DECODED, 32), g1 = v128.load(DECODED, 48);
  const b0 = v128.load(DECODED, 64), b1 = v128.load(DECODED, 80);
  storeHalf(
    0,
    i16x8.shuffle(r0, r1, 0, 1, 4, 5, 8, 9, 12, 13),
    i16x8.shuffle(g0, g1, 0, 1, 4, 5, 8, 9, 12, 13),
    i16x8.shuffle(b0, b1, 0, 1, 4, 5, 8, 9, 12, 13),
  );
  storeHalf(
    1,
    i16x8.shuffle(r0, r1, 2, 3, 6, 7, 10, 11, 14, 15),
    i16x8.shuffle(g0, g1, 2, 3, 6, 7, 10, 11, 14, 15),
    i16x8.shuffle(b0, b1, 2, 3, 6, 7, 10, 11, 14, 15),
  );
  shownGrey = !v128.any_true(
    v128.or(v128.or(v128.xor(r0, g0), v128.xor(r1, g1)), v128.or(v128.xor(r0, b0), v128.xor(r1, b1))),
  );
  storeHalf(2, r0, g0, b0);
  storeHalf(3, r1, g1, b1);
}

@inline function shadeError(size: v128, negative: v128, twice: v128, table: i32): v128 {
  const small = etcSmall(table);
  const large = etcLarge(table);
  const far = i16x8.gt_s(size, i16x8.splat(<i16>((small + large) << 6)));
  const shade = v128.bitselect(i16x8.splat(<i16>large), i16x8.splat(<i16>small), far);
  const d = i16x8.sub(v128.xor(shade, negative), negative);
  return i32x4.dot_i16x8_s(d, i16x8.sub(i16x8.add(i16x8.add(d, d), d), twice));
}

let foundTable: i32 = 0;

/** What a base shows in all eight tables at each shade, dark to bright (R, G and B: shade × 48 + channel × 16), then the lumas
 *  at which one shade gives way to the next (shade × 16). */
const PALETTES: usize = memory.data(192, 16);
const BORDERS: usize = memory.data(48, 16);

@inline function buildShade(shade: i32, offsets: v128, r: i32, g: i32, b: i32): v128 {
  const black = i16x8.splat(0);
  const white = i16x8.splat(255);
  const red = i16x8.min_s(i16x8.max_s(i16x8.add(i16x8.splat(<i16>r), offsets), black), white);
  const green = i16x8.min_s(i16x8.max_s(i16x8.add(i16x8.splat(<i16>g), offsets), black), white);
  const blue = i16x8.min_s(i16x8.max_s(i16x8.add(i16x8.splat(<i16>b), offsets), black), white);
  const at = PALETTES + shade * 48;
  v128.store(at, red);
  v128.store(at, green, 16);
  v128.store(at, blue, 32);
  return lumaOf(red, green, blue);
}

@inline function shadedError(at: usize, palette: usize, one: v128, two: v128, three: v128): v128 {
  let shown = v128.bitselect(v128.load16_splat(palette + 48), v128.load16_splat(palette), one);
  shown = v128.bitselect(v128.load16_splat(palette + 96), shown, two);
  shown = v128.bitselect(v128.load16_splat(palette + 144), shown, three);
  return squares(v128.load(at), shown);
}

@inline function tableError(at: usize, luma: v128, table: usize): v128 {
  const one = i16x8.ge_u(luma, v128.load16_splat(BORDERS + table));
  const two = i16x8.ge_u(luma, v128.load16_splat(BORDERS + table, 16));
  const three = i16x8.ge_u(luma, v128.load16_splat(BORDERS + table, 32));
  return i32x4.add(
    i32x4.add(shadedError(at + 48, PALETTES + table, one, two, three), shadedError(at + 64, PALETTES + 16 + table, one, two, three)),
    shadedError(at + 80, PALETTES + 32 + table, one, two, three),
  );
}

/** The same with every shade clamped and picked as a transcoder does it: by the luma of what will be shown. */
function clampedError(half: i32, r: i32, g: i32, b: i32): i32 {
  const at = HALVES + half * HALF_BYTES;
  const small = i16x8(2, 5, 9, 13, 18, 24, 33, 47);
  const large = i16x8(8, 17, 29, 42, 60, 80, 106, 183);
  const darkest = buildShade(0, i16x8.neg(large), r, g, b);
  const dark = buildShade(1, i16x8.neg(small), r, g, b);
  const bright = buildShade(2, small, r, g, b);
  const brightest = buildShade(3, large, r, g, b);
  v128.store(BORDERS, i16x8.avgr_u(darkest, dark));
  v128.store(BORDERS, i16x8.avgr_u(dark, bright), 16);
  v128.store(BORDERS, i16x8.avgr_u(bright, brightest), 32);
  const luma = v128.load(at, 96);
  const low = sums4(
    tableError(at, luma, 0), tableError(at, luma, 2), tableError(at, luma, 4), tableError(at, luma, 6),
  );
  const high = sums4(
    tableError(at, luma, 8), tableError(at, luma, 10), tableError(at, luma, 12), tableError(at, luma, 14),
  );
  return leastOf(low, high) - load<i32>(at, 44);
}

/** The least of eight errors; its table, the first where several are alike, in foundTable. */
@inline function leastOf(low: v128, high: v128): i32 {
  let keys = i32x4.min_s(
    i32x4.add(i32x4.shl(low, TABLE_BITS), i32x4(0, 1, 2, 3)),
    i32x4.add(i32x4.shl(high, TABLE_BITS), i32x4(4, 5, 6, 7)),
  );
  keys = i32x4.min_s(keys, i32x4.shuffle(keys, keys, 2, 3, 0, 1));
  const key = min(i32x4.extract_lane(keys, 0), i32x4.extract_lane(keys, 1));
  foundTable = key & 7;
  return key >> TABLE_BITS;
}

/** The same of the first four alone. */
@inline function leastOfLow(low: v128): i32 {
  let keys = i32x4.add(i32x4.shl(low, TABLE_BITS), i32x4(0, 1, 2, 3));
  keys = i32x4.min_s(keys, i32x4.shuffle(keys, keys, 2, 3, 0, 1));
  const key = min(i32x4.extract_lane(keys, 0), i32x4.extract_lane(keys, 1));
  foundTable = key & 7;
  return key >> TABLE_BITS;
}

const TABLE_BITS: i32 = 3;

/** Whether the fourth table is better than those above it: d·(3d − 2s) grows with d from |s| / 3 on, so it does where that is at most its small
 *  shade for every texel, and none takes its large one. */
@inline function isNarrow(size: v128, s: v128): bool {
  const far = i16x8.gt_s(size, i16x8.splat((13 + 42) << 6));
  return !v128.any_true(v128.or(far, i16x8.gt_s(i16x8.abs(s), i16x8.splat(3 * 13))));
}

@inline function greyShade(v: i32, offsets: v128): v128 {
  return i16x8.min_s(i16x8.max_s(i16x8.add(i16x8.splat(<i16>v), offsets), i16x8.splat(0)), i16x8.splat(255));
}

/** The clamped error of a grey half with a grey base: a lane a table, and one channel for three. */
function greyError(half: i32, v: i32): i32 {
  const at = HALVES + half * HALF_BYTES;
  const small = i16x8(2, 5, 9, 13, 18, 24, 33, 47);
  const large = i16x8(8, 17, 29, 42, 60, 80, 106, 183);
  const darkest = greyShade(v, i16x8.neg(large));
  const dark = greyShade(v, i16x8.neg(small));
  const bright = greyShade(v, small);
  const brightest = greyShade(v, large);
  const one = i16x8.add(darkest, dark), two = i16x8.add(dark, bright), three = i16x8.add(bright, brightest);
  let low = i32x4.splat(0);
  let high = low;
  for (let texel: usize = 0; texel < 16; texel += 2) {
    const grey = v128.load16_splat(at + texel, 48);
    const twice = i16x8.add(grey, grey);
    let shown = v128.bitselect(dark, darkest, i16x8.ge_s(twice, one));
    shown = v128.bitselect(bright, shown, i16x8.ge_s(twice, two));
    shown = v128.bitselect(brightest, shown, i16x8.ge_s(twice, three));
    const d = i16x8.sub(grey, shown);
    low = i32x4.add(low, i32x4.extmul_low_i16x8_s(d, d));
    high = i32x4.add(high, i32x4.extmul_high_i16x8_s(d, d));
  }
  return 3 * leastOf(low, high) - load<i32>(at, 44);
}

/** Error of a half with the given 8-bit base, less the constant sum of squared texels; its best table in foundTable.
 *  All eight tables: four about the mean distance are 4 % of the encoder quicker and cost 0.05 to 0.08 dB of ETC1. */
function baseError(half: i32, r: i32, g: i32, b: i32): i32 {
  if (clamps) return shownGrey && r == g && r == b ? greyError(half, r) : clampedError(half, r, g, b);
  const at = HALVES + half * HALF_BYTES;
  const luma = i16x8.sub(v128.load(at), i16x8.splat(<i16>((54 * r + 183 * g + 19 * b) >> 1)));
  const negative = i16x8.shr_s(luma, 15);
  const size = i16x8.abs(luma);
  const s = i16x8.sub(v128.load(at, 16), i16x8.splat(<i16>(r + g + b)));
  const twice = i16x8.add(s, s);
  const fixed =
    r * (8 * r - 2 * load<i32>(at, 32)) + g * (8 * g - 2 * load<i32>(at, 36)) + b * (8 * b - 2 * load<i32>(at, 40));
  const low = sums4(
    shadeError(size, negative, twice, 0),
    shadeError(size, negative, twice, 1),
    shadeError(size, negative, twice, 2),
    shadeError(size, negative, twice, 3),
  );
  if (isNarrow(size, s)) return fixed + leastOfLow(low);
  const high = sums4(
    shadeError(size, negative, twice, 4),
    shadeError(size, negative, twice, 5),
    shadeError(size, negative, twice, 6),
    shadeError(size, negative, twice, 7),
  );
  return fixed + leastOf(low, high);
}

let best: i32 = 0;
/** The least error of the last call of `tryBiases`. */
let lastError: i32 = 0;

/** Tries biases `from` … `to` − 1 of the order above for one flip and colour coding. False where the two bases of the plain
 *  bias are too far apart for differential coding, unless `clamp` says to go on with the second base moved. `prunes` passes over what the first
 *  half alone says cannot win; `lastError` is then of the others. */
function tryBiases(flip: i32, diff: i32, hasBias: bool, list: usize, from: i32, to: i32, clamp: bool, prunes: bool): bool {
  const half0 = flip << 1;
  const s0 = HALVES + half0 * HALF_BYTES + 32;
  const s1 = s0 + HALF_BYTES;
  const limit = diff ? 31 : 15;
  const range = diff ? RANGE_32 : RANGE_16;
  const vr0 = rounded(load<i32>(s0), limit), vr1 = rounded(load<i32>(s1), limit);
  const vg0 = rounded(load<i32>(s0, 4), limit), vg1 = rounded(load<i32>(s1, 4), limit);
  const vb0 = rounded(load<i32>(s0, 8), limit), vb1 = rounded(load<i32>(s1, 8), limit);
  const fits = !diff || (u32(vr1 - vr0 + 4) < 8 && u32(vg1 - vg0 + 4) < 8 && u32(vb1 - vb0 + 4) < 8);
  const squares1 = load<i32>(s1, 12);
  lastError = i32.MAX_VALUE;
  if (!fits && !clamp) return false;
  // A call of memory.fill takes longer than these.
  const none = i8x16.splat(-1);
  v128.store(MEMO_TABLE, none);
  v128.store(MEMO_TABLE, none, 16);
  v128.store(MEMO_TABLE, none, 32);
  v128.store(MEMO_TABLE, none, 48);
  for (let i = from; i < to; i++) {
    const bias = load<u8>(list + i);
    const steps = STEPS + (bias << 3);
    let br0 = vr0, bg0 = vg0, bb0 = vb0, br1 = vr1, bg1 = vg1, bb1 = vb1;
    if (hasBias) {
      br0 = stepped(vr0, load<i8>(steps), limit);
      bg0 = stepped(vg0, load<i8>(steps, 1), limit);
      bb0 = stepped(vb0, load<i8>(steps, 2), limit);
      br1 = stepped(vr1, load<i8>(steps, 3), limit);
      bg1 = stepped(vg1, load<i8>(steps, 4), limit);
      bb1 = stepped(vb1, load<i8>(steps, 5), limit);
    }
    let moved = false;
    if (diff) {
      const cr = br0 + min(max(br1 - br0, -4), 3);
      const cg = bg0 + min(max(bg1 - bg0, -4), 3);
      const cb = bb0 + min(max(bb1 - bb0, -4), 3);
      moved = cr != br1 || cg != bg1 || cb != bb1;
      br1 = cr;
      bg1 = cg;
      bb1 = cb;
    }
    const key0 = load<u8>(steps, 6);
    let error0: i32, table0: i32;
    if (load<u8>(MEMO_TABLE + key0) != 255) {
      error0 = load<i32>(MEMO + (key0 << 2));
      table0 = load<u8>(MEMO_TABLE + key0);
    } else {
      error0 = baseError(half0, rankValue(range, br0), rankValue(range, bg0), rankValue(range, bb0));
      table0 = foundTable;
      store<i32>(MEMO + (key0 << 2), error0);
      store<u8>(MEMO_TABLE + key0, table0);
    }
    // No second half has less than nothing.
    if (prunes && error0 >= best + squares1) continue;
    const key1 = 28 + load<u8>(steps, 7);
    let error1: i32, table1: i32;
    // A base that was moved for the sake of the first half is not what its key stands for.
    if (!moved && load<u8>(MEMO_TABLE + key1) != 255) {
      error1 = load<i32>(MEMO + (key1 << 2));
      table1 = load<u8>(MEMO_TABLE + key1);
    } else {
      error1 = baseError(half0 + 1, rankValue(range, br1), rankValue(range, bg1), rankValue(range, bb1));
      table1 = foundTable;
      if (!moved) {
        store<i32>(MEMO + (key1 << 2), error1);
        store<u8>(MEMO_TABLE + key1, table1);
      }
    }
    lastError = min(lastError, error0 + error1);
    if (error0 + error1 < best) {
      best = error0 + error1;
      store<u8>(HINTS, flip, H_FLIP);
      store<u8>(HINTS, diff, H_DIFF);
      store<u8>(HINTS, table0, H_TABLE0);
      store<u8>(HINTS, table1, H_TABLE1);
      store<u8>(HINTS, hasBias ? bias : 0, H_BIAS);
    }
  }
  return fits;
}

/** Searches the hints: `first` biases for both flips; then `picked` ones that suit the best flip and colour coding or, where that is 0, up to
 *  `all` of the fixed order. A mode without a bias field has its bases as they are. `bothCodings` tries individual coding too where
 *  differential fits, and differential with a moved base where it does not. `exact` clamps every shade. */
export function findEtc1Hints(hasBias: bool, picked: i32, first: i32, all: i32, bothCodings: bool, exact: bool): void {
  clamps = exact;
  splitHalves();
  best = i32.MAX_VALUE;
  const biases = hasBias ? first : 1;
  for (let flip = 0; flip < 2; flip++) {
    const fits = tryBiases(flip, 1, hasBias, ORDER, 0, biases, bothCodings, false);
    store<i32>(SHAPES + (flip << 3), lastError, 4);
    if (!fits || bothCodings) tryBiases(flip, 0, hasBias, ORDER, 0, biases, bothCodings, false);
    store<i32>(SHAPES + (flip << 3), lastError);
  }
  if (hasBias && picked > 0) {
    const flip = load<u8>(HINTS, H_FLIP), diff = load<u8>(HINTS, H_DIFF);
    const sums = HALVES + (flip << 1) * HALF_BYTES + 32;
    pickBiases(sums, sums + HALF_BYTES, diff, picked);
    tryBiases(flip, diff, true, PICKED, 0, picked, true, true);
    return;
  }
  if (!hasBias || all <= first) return;
  if (!exact) {
    tryBiases(load<u8>(HINTS, H_FLIP), load<u8>(HINTS, H_DIFF), true, ORDER, first, all, true, true);
    return;
  }
  // Errors lack the sum of squared texels, which is the same for both flips.
  const squares = load<i32>(HALVES, 44) + load<i32>(HALVES + HALF_BYTES, 44);
  if (shownGrey && best + squares <= GREY_GOOD) return;
  const near = best + best + squares;
  for (let shape = 0; shape < 4; shape++)
    if (load<i32>(SHAPES + (shape << 2)) <= near) tryBiases(shape >> 1, shape & 1, true, ORDER, first, all, true, true);
}

/** Up to this error greys are not searched further: bases that are off grey show them no better, but for shades that are clamped. */
const GREY_GOOD: i32 = 16;

/** Least error of each flip and colour coding (flip × 2 + differential); those up to twice the best are searched further where shades
 *  are exact. Searching the best alone leaves a few blocks at a third of what they could be. */
const SHAPES: usize = memory.data(16);


/** Whether shades about some texels would leave 0…255 in green, which is what transcoders pick shades by. In red and blue alone it gained
 *  nothing (normal maps: blue) and took a third of the time. */
export function nearLimits(): bool {
  const g0 = v128.load(DECODED, 32), g1 = v128.load(DECODED, 48);
  const dark = i16x8.lt_s(i16x8.min_s(g0, g1), i16x8.splat(NEAR_BLACK));
  const bright = i16x8.gt_s(i16x8.max_s(g0, g1), i16x8.splat(NEAR_WHITE));
  return v128.any_true(v128.or(dark, bright));
}

const NEAR_BLACK: i16 = 6;
const NEAR_WHITE: i16 = 249;
