// The shades of ETC1 bases, and their lumas, by which a transcoder picks a shade for a texel.

import { RANGE_16, RANGE_32, rankValue } from '../pack/ranges';

/** A base's channel plus offsets, clamped. */
/* @inline */ export function shaded(base: v128, offsets: v128): v128 {
  return i16x8.min_s(i16x8.max_s(i16x8.add(base, offsets), i16x8.splat(0)), i16x8.splat(255));
}

/** A channel's part of the luma of shades: per channel and 8-bit value four vectors, dark to bright, one table per lane. Filled only for values
 *  of bases. */
const LUMAS: usize = memory.data(3 * 256 * 64, 16);
const GREEN_LUMAS: usize = 256 * 64;
const BLUE_LUMAS: usize = 2 * 256 * 64;

function buildLumasOf(value: i32): void {
  const at = LUMAS + (value << 6);
  const v = i16x8.splat(i16(value));
  for (let shade = 0; shade < 4; shade++) {
    const size =
      shade === 0 || shade === 3 ? i16x8(8, 17, 29, 42, 60, 80, 106, 183) : i16x8(2, 5, 9, 13, 18, 24, 33, 47);
    const shown = shaded(v, shade < 2 ? i16x8.neg(size) : size);
    v128.store(at + (shade << 4), i16x8.mul(shown, i16x8.splat(54)));
    v128.store(at + (shade << 4), i16x8.mul(shown, i16x8.splat(183)), GREEN_LUMAS);
    v128.store(at + (shade << 4), i16x8.mul(shown, i16x8.splat(19)), BLUE_LUMAS);
  }
}

export function buildLumas(): void {
  for (let rank = 0; rank < 16; rank++) buildLumasOf(rankValue(RANGE_16, rank));
  for (let rank = 0; rank < 32; rank++) buildLumasOf(rankValue(RANGE_32, rank));
}

/** Luma of a shade in all tables; `shade` is its offset among the vectors of a value. */
/* @inline */ export function shadedLuma(red: i32, green: i32, blue: i32, shade: usize): v128 {
  return i16x8.add(
    i16x8.add(v128.load(LUMAS + (red << 6) + shade), v128.load(LUMAS + (green << 6) + shade, GREEN_LUMAS)),
    v128.load(LUMAS + (blue << 6) + shade, BLUE_LUMAS),
  );
}
