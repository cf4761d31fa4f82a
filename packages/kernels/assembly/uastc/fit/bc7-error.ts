// The error of a candidate after transcoding to BC7, the format that most desktops use. The weights of one-line modes become four bits of
// another table.

import { C_INDICES, C_INDICES2, C_PARTITION, C_PLANE } from '../../block/candidate';
import { squaredDifferences, sum } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { modeHasAlpha, modePatternSet, modePlanes, modeSubsets, modeWeightBits, RGB_LINE_2 } from '../pack/modes';
import { patternMasks } from '../pack/patterns';
import { weighA, weighB, weighG, weighR, weighted } from '../state';
import { BC7_ENDPOINTS, convertEndpoints } from './bc7-endpoints';

/** BC7's weight for each index. */
/* @inline */ function transcodedWeights(weights: v128, bits: i32, oneLine: bool): v128 {
  if (bits === 1) return i8x16.shl(weights, 6);
  if (bits === 2) return i8x16.swizzle(i8x16(0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits === 3)
    return oneLine
      ? i8x16.swizzle(i8x16(0, 9, 17, 26, 38, 47, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights)
      : i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits === 4) return i8x16.swizzle(i8x16(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64), weights);
  // 5 to 4 bits; an index outside 0…15 swizzles to 0.
  const low = i8x16.swizzle(i8x16(0, 0, 4, 4, 9, 9, 13, 13, 17, 17, 21, 21, 26, 26, 26, 30), weights);
  const high = i8x16.swizzle(
    i8x16(34, 38, 38, 38, 43, 43, 47, 47, 51, 51, 55, 55, 60, 60, 64, 64),
    i8x16.sub(weights, i8x16.splat(16)),
  );
  return v128.or(low, high);
}

/* @inline */ function mix(lo: v128, hi: v128, w: v128): v128 {
  const base = i16x8.add(i16x8.shl(lo, 6), i16x8.splat(32));
  return i16x8.shr_u(i16x8.add(base, i16x8.mul(i16x8.sub(hi, lo), w)), 6);
}

/* @inline */ function level(at: usize): v128 {
  return i16x8.splat(i16(load<u8>(at)));
}

/** Squared error of the block after transcoding to BC7. */
export function bc7Error(c: usize, mode: i32): i32 {
  const channels = modeHasAlpha(mode) ? 4 : 3;
  const subsets = modeSubsets(mode);
  const dual = modePlanes(mode) === 2;
  const oneLine = subsets === 1 && !dual;
  convertEndpoints(c, mode, channels, subsets);
  const bits = modeWeightBits(mode);
  const values = transcodedWeights(v128.load(c, C_INDICES), bits, oneLine);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let x0 = w0;
  let x1 = w1;
  let own = -1;
  if (dual) {
    const values2 = transcodedWeights(v128.load(c, C_INDICES2), bits, false);
    x0 = i16x8.extend_low_i8x16_u(values2);
    x1 = i16x8.extend_high_i8x16_u(values2);
    own = load<i32>(c, C_PLANE);
  }
  const masks = subsets > 1 ? patternMasks(modePatternSet(mode), load<i32>(c, C_PARTITION)) : 0;
  const decodedChannels = channels === 3 && (!oneLine || mode === RGB_LINE_2) ? 3 : 4;
  let error = i32x4.splat(0);
  for (let i = 0; i < decodedChannels; i++) {
    const at = BC7_ENDPOINTS + i;
    let lo0 = level(at);
    let hi0 = level(at + 4);
    let lo1 = lo0;
    let hi1 = hi0;
    for (let s = 1; s < subsets; s++) {
      const m0 = v128.load(masks + (s - 1) * 96);
      const m1 = v128.load(masks + (s - 1) * 96, 16);
      const lo = level(at + (s << 3));
      const hi = level(at + (s << 3) + 4);
      lo0 = v128.bitselect(lo, lo0, m0);
      hi0 = v128.bitselect(hi, hi0, m0);
      lo1 = v128.bitselect(lo, lo1, m1);
      hi1 = v128.bitselect(hi, hi1, m1);
    }
    let part = i32x4.add(
      squaredDifferences(v128.load(PLANAR + (i << 5)), mix(lo0, hi0, i === own ? x0 : w0)),
      squaredDifferences(v128.load(PLANAR + (i << 5), 16), mix(lo1, hi1, i === own ? x1 : w1)),
    );
    if (weighted) part = i32x4.mul(part, i32x4.splat(i === 0 ? weighR : i === 1 ? weighG : i === 2 ? weighB : weighA));
    error = i32x4.add(error, part);
  }
  return sum(error);
}
