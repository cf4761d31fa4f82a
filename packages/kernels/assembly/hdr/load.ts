// Converts sixteen texels of half floats to the domain in which a format interpolates. Negative halfs become 0, infinity and NaN the
// largest half.

import { ERROR_WEIGHTS, TEXELS } from './state';

/** The first texel, clamped. */
export let solidHalfs: u64 = 0;
/** All sixteen texels are equal. */
export let isSolid: bool = false;

/* @inline */ function clampHalfs(v: v128): v128 {
  return i16x8.max_s(i16x8.min_s(v, i16x8.splat(0x7bff)), i16x8.splat(0));
}

/** Loads a row of four texels without alpha. Returns a mask of the bits that differ from the first texel. */
/* @inline */ function loadRow(at: usize, to: usize, first: v128, isLog: bool): v128 {
  const a = clampHalfs(v128.load(at));
  const b = clampHalfs(v128.load(at, 16));
  // R and G of four texels, then B.
  const rg = i8x16.shuffle(a, b, 0, 1, 8, 9, 16, 17, 24, 25, 2, 3, 10, 11, 18, 19, 26, 27);
  const bx = i8x16.shuffle(a, b, 4, 5, 12, 13, 20, 21, 28, 29, 4, 5, 12, 13, 20, 21, 28, 29);
  storeTexels(i32x4.extend_low_i16x8_u(rg), to, isLog);
  storeTexels(i32x4.extend_high_i16x8_u(rg), to + 64, isLog);
  storeTexels(i32x4.extend_low_i16x8_u(bx), to + 128, isLog);
  return v128.or(v128.xor(a, first), v128.xor(b, first));
}

/** Below this value differences count less: the eye adapts to brighter texels. */
const DIM: f32 = 0.25;
/** Black has 1/64 of the full weight. */
const BLACK: f32 = DIM / 8;

/* @inline */ function storeTexels(halfs: v128, to: usize, isLog: bool): void {
  v128.store(to, isLog ? logOf(halfs) : scaled(halfs));
  // 2¹¹² converts the exponent of a half to that of a float.
  const value = f32x4.mul(i32x4.shl(halfs, 13), f32x4.splat(5.192296858534828e33));
  const share = f32x4.div(f32x4.add(value, f32x4.splat(BLACK)), f32x4.add(value, f32x4.splat(DIM)));
  // ASTC has the same precision everywhere within a stop; BC6H has twice as much at its end as at its start.
  const errorScale = isLog
    ? share
    : f32x4.div(
        f32x4.mul(share, f32x4.splat(1448)),
        f32x4.convert_i32x4_u(v128.or(v128.and(halfs, i32x4.splat(0x3ff)), i32x4.splat(0x400))),
      );
  v128.store(to + (ERROR_WEIGHTS - TEXELS), f32x4.mul(errorScale, errorScale));
}

/** The center of the values that BC6H decodes to a half: 31/64 of sixteen bits. */
/* @inline */ function scaled(halfs: v128): v128 {
  const wide = f32x4.convert_i32x4_u(halfs);
  return f32x4.mul(f32x4.add(wide, f32x4.splat(0.5)), f32x4.splat(f32(64.0 / 31.0)));
}

/** The center of the values that ASTC decodes to a half: five exponent bits, eleven of a curve in three pieces. */
/* @inline */ function logOf(halfs: v128): v128 {
  const mantissa = v128.and(halfs, i32x4.splat(0x3ff));
  const m = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(mantissa), f32x4.splat(8)), f32x4.splat(3.5));
  const low = f32x4.mul(m, f32x4.splat(f32(1.0 / 3.0)));
  const middle = f32x4.mul(f32x4.add(m, f32x4.splat(512)), f32x4.splat(0.25));
  const high = f32x4.mul(f32x4.add(m, f32x4.splat(2048)), f32x4.splat(f32(0.2)));
  const upper = v128.bitselect(middle, high, i32x4.lt_s(mantissa, i32x4.splat(704)));
  const curve = v128.bitselect(low, upper, i32x4.lt_s(mantissa, i32x4.splat(192)));
  const exponent = f32x4.convert_i32x4_u(i32x4.shr_u(halfs, 10));
  return f32x4.add(f32x4.mul(exponent, f32x4.splat(2048)), curve);
}

const COLOR: u64 = 0x0000ffffffffffff;

/** Loads the block at `at`, whose rows are `stride` bytes apart. */
export function loadBlock(at: usize, stride: usize, isLog: bool): void {
  const start = clampHalfs(v128.load(at));
  const first = i64x2.shuffle(start, start, 0, 0);
  let differs = loadRow(at, TEXELS, first, isLog);
  for (let row: usize = 1; row < 4; row++)
    differs = v128.or(differs, loadRow(at + row * stride, TEXELS + (row << 4), first, isLog));
  isSolid = !v128.any_true(v128.and(differs, i64x2.splat(COLOR)));
  solidHalfs = i64x2.extract_lane(first, 0) & COLOR;
}
