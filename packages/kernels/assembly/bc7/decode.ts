// Decodes a candidate, and measures its error.

import { C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../block/candidate';
import { pairsBA, pairsRG } from '../block/channels';
import { sum } from '../block/lanes';
import { isOpaque, PAIRS } from '../block/texels';
import { C_HIGH, C_LOW } from './endpoints';
import { interpolate } from './evaluate';
import { errorShift, METRICS, rotateRow } from './metric';
import { isDual, modeAlphaWidth, modeIndexBits, modeWidth, weightTable } from './modes';
import { picks } from './partitions';

const ALPHAS: v128 = i32x4.splat(0xff000000);

/** Decoded bytes of endpoints. */
function widen(y: v128, mode: i32): v128 {
  const width = modeWidth(mode);
  const alphaWidth = modeAlphaWidth(mode);
  const color = v128.or(i8x16.shl(y, 8 - width), i8x16.shr_u(y, 2 * width - 8));
  if (alphaWidth === 0) return v128.or(color, ALPHAS);
  if (alphaWidth === width) return color;
  return v128.bitselect(v128.or(i8x16.shl(y, 8 - alphaWidth), i8x16.shr_u(y, 2 * alphaWidth - 8)), color, ALPHAS);
}

/** Writes a candidate's texels to `to`, laid out like PAIRS. */
export function decodeCandidate(c: usize, to: usize): void {
  const mode = load<i32>(c, C_MODE);
  const rotation = load<i32>(c, C_PLANE);
  const dual = isDual(mode);
  const longColor = mode === 4 && rotation >= 4;
  const low = widen(v128.load(c, C_LOW), mode);
  const high = widen(v128.load(c, C_HIGH), mode);
  const weights = i8x16.swizzle(weightTable(longColor ? 3 : modeIndexBits(mode)), v128.load(c, C_INDICES));
  const alphaBits = mode === 4 && !longColor ? 3 : 2;
  const alphaWeights = dual ? i8x16.swizzle(weightTable(alphaBits), v128.load(c, C_INDICES2)) : weights;
  const pick = picks(load<i32>(c, C_PARTITION));
  for (let row: usize = 0; row < 4; row++) {
    // Each texel's weight in the low half of a lane, that of its alpha in the high half.
    const at = i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(i32(row) << 2));
    const spot = v128.or(at, i32x4.splat(0x80808000));
    const w = i8x16.swizzle(weights, spot);
    const wa = i32x4.shl(i8x16.swizzle(alphaWeights, spot), 16);
    const rg = v128.load(pick + (row << 4));
    const ba = i16x8.add(rg, i16x8.splat(2));
    const first = interpolate(i8x16.swizzle(low, rg), i8x16.swizzle(high, rg), v128.or(w, i32x4.shl(w, 16)));
    const second = interpolate(i8x16.swizzle(low, ba), i8x16.swizzle(high, ba), v128.or(w, wa));
    const bytes = i8x16.narrow_i16x8_u(first, second);
    const texels = rotateRow(
      i8x16.shuffle(bytes, bytes, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15),
      rotation & 3,
    );
    v128.store(to + (row << 4), pairsRG(texels));
    v128.store(to + (row << 4), pairsBA(texels), 64);
  }
}

/** Squared error of decoded texels against the loaded block; i32.MAX_VALUE if an opaque block would not stay opaque. */
export function decodedError(texels: usize): i32 {
  let error = i32x4.splat(0);
  if (isOpaque && !isDecodedOpaque(texels)) return i32.MAX_VALUE;
  for (let i: usize = 0; i < 128; i += 16) {
    const d = i16x8.sub(v128.load(PAIRS + i), v128.load(texels + i));
    error = i32x4.add(error, i32x4.dot_i16x8_s(d, i16x8.mul(d, v128.load(METRICS + i))));
  }
  return sum(error) >> errorShift;
}

/* @inline */ function isDecodedOpaque(texels: usize): bool {
  const all = v128.and(
    v128.and(v128.load(texels, 64), v128.load(texels, 80)),
    v128.and(v128.load(texels, 96), v128.load(texels, 112)),
  );
  const opaque = i32x4.splat(0x00ff0000);
  return i32x4.all_true(i32x4.eq(v128.and(all, opaque), opaque));
}
