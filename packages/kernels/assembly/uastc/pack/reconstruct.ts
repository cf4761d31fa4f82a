// Decodes a candidate into DECODED. Used by the decoder, the hint search and rate-distortion.

import { C_ENDPOINTS, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { DECODED } from '../state';
import { modeHasAlpha, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits } from './modes';
import { patternMasks } from './patterns';
import { rankValue } from './ranges';

/* @inline */ function level(range: i32, ranks: usize): v128 {
  return i16x8.splat(i16(rankValue(range, load<u8>(ranks))));
}

export function reconstruct(c: usize): void {
  const mode = load<i32>(c, C_MODE);
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const dual = modePlanes(mode) === 2;
  const channel = dual ? load<i32>(c, C_PLANE) : -1;
  const values = weightValues(v128.load(c, C_INDICES), bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const values2 = weightValues(v128.load(c, C_INDICES2), bits);
  const x0 = i16x8.extend_low_i8x16_u(values2);
  const x1 = i16x8.extend_high_i8x16_u(values2);
  const channels = modeHasAlpha(mode) ? 4 : 3;
  const subsets = modeSubsets(mode);
  const masks = subsets > 1 ? patternMasks(modePatternSet(mode), load<i32>(c, C_PARTITION)) : 0;
  for (let i = 0; i < channels; i++) {
    const ranks = c + C_ENDPOINTS + i;
    let lo0 = level(range, ranks);
    let hi0 = level(range, ranks + 4);
    let lo1 = lo0;
    let hi1 = hi0;
    for (let s = 1; s < subsets; s++) {
      const lo = level(range, ranks + (s << 3));
      const hi = level(range, ranks + (s << 3) + 4);
      const m0 = v128.load(masks + (s - 1) * 96);
      const m1 = v128.load(masks + (s - 1) * 96, 16);
      lo0 = v128.bitselect(lo, lo0, m0);
      hi0 = v128.bitselect(hi, hi0, m0);
      lo1 = v128.bitselect(lo, lo1, m1);
      hi1 = v128.bitselect(hi, hi1, m1);
    }
    const own = i === channel;
    v128.store(DECODED + (i << 5), interpolate(lo0, i16x8.sub(hi0, lo0), own ? x0 : w0));
    v128.store(DECODED + (i << 5), interpolate(lo1, i16x8.sub(hi1, lo1), own ? x1 : w1), 16);
  }
  if (channels === 3) {
    v128.store(DECODED, i16x8.splat(255), 96);
    v128.store(DECODED, i16x8.splat(255), 112);
  }
}

/** Writes DECODED as four rows of RGBA8. */
export function storeTexels(at: usize, stride: usize): void {
  const red = i8x16.narrow_i16x8_u(v128.load(DECODED), v128.load(DECODED, 16));
  const green = i8x16.narrow_i16x8_u(v128.load(DECODED, 32), v128.load(DECODED, 48));
  const blue = i8x16.narrow_i16x8_u(v128.load(DECODED, 64), v128.load(DECODED, 80));
  const alpha = i8x16.narrow_i16x8_u(v128.load(DECODED, 96), v128.load(DECODED, 112));
  const rg01 = i8x16.shuffle(red, green, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const rg23 = i8x16.shuffle(red, green, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const ba01 = i8x16.shuffle(blue, alpha, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const ba23 = i8x16.shuffle(blue, alpha, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  v128.store(at, i16x8.shuffle(rg01, ba01, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(at + stride, i16x8.shuffle(rg01, ba01, 4, 12, 5, 13, 6, 14, 7, 15));
  v128.store(at + stride * 2, i16x8.shuffle(rg23, ba23, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(at + stride * 3, i16x8.shuffle(rg23, ba23, 4, 12, 5, 13, 6, 14, 7, 15));
}
