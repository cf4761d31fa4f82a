// ETC2 and EAC: the entry point for the host. Strips are whole blocks: the host repeats edge texels.

import { isOneColor } from '../block/channels';
import { loadAlphaWeighted } from './alpha-weighted';
import { loadHalves, setMetric } from './block';
import { draftColors, draftSolid } from './draft';
import { encodeEac } from './eac';
import { bestError, searchHalves } from './halves';
import { packHalves, packPlane, packTwoColors } from './pack';
import { searchPlane } from './planar';
import { searchTwoColors } from './two-colors';

export function heapBase(): usize {
  return __heap_base;
}

const RGBA: i32 = 1;
const R11: i32 = 2;
const RG11: i32 = 3;

/** Above this error, `normal` tries T and H. */
const ROUGH: i32 = 600;

function encodeColors(level: i32): u64 {
  searchHalves(level);
  if (bestError === 0) return packHalves();
  const plane = searchPlane(level);
  const minimum = min(plane, bestError);
  if (level > 1 || (level === 1 && minimum > ROUGH)) {
    const spread = searchTwoColors(level);
    if (spread < minimum) return packTwoColors();
  }
  return plane < bestError ? packPlane() : packHalves();
}

/** Encodes rows of blocks: `stride` bytes between texel rows; writes eight or sixteen bytes a block, row-major. */
export function encode(
  src: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  out: usize,
  format: i32,
  level: i32,
  perceptual: bool,
  alphaWeighted: bool,
): void {
  setMetric(perceptual);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      const r0 = v128.load(at);
      const r1 = v128.load(at + stride);
      const r2 = v128.load(at + stride * 2);
      const r3 = v128.load(at + stride * 3);
      at += 16;
      if (format === R11 || format === RG11) {
        store<u64>(out, encodeEac(columnsOf(r0, r1, r2, r3, 0), true, level));
        out += 8;
        if (format === RG11) {
          store<u64>(out, encodeEac(columnsOf(r0, r1, r2, r3, 1), true, level));
          out += 8;
        }
        continue;
      }
      if (format === RGBA) {
        store<u64>(out, encodeEac(columnsOf(r0, r1, r2, r3, 3), false, level));
        out += 8;
      }
      if (level < 0) store<u64>(out, isOneColor(r0, r1, r2, r3) ? draftSolid(r0) : draftColors(r0, r1, r2, r3));
      else {
        if (alphaWeighted && format === RGBA) loadAlphaWeighted(r0, r1, r2, r3);
        else loadHalves(r0, r1, r2, r3);
        store<u64>(out, encodeColors(level));
      }
      out += 8;
    }
  }
}

/** A channel of four rows, column by column. */
/* @inline */ function columnsOf(r0: v128, r1: v128, r2: v128, r3: v128, channel: i32): v128 {
  const shift = channel << 3;
  const mask = i32x4.splat(255);
  const a = i16x8.narrow_i32x4_u(v128.and(i32x4.shr_u(r0, shift), mask), v128.and(i32x4.shr_u(r1, shift), mask));
  const b = i16x8.narrow_i32x4_u(v128.and(i32x4.shr_u(r2, shift), mask), v128.and(i32x4.shr_u(r3, shift), mask));
  const rows = i8x16.narrow_i16x8_u(a, b);
  return i8x16.shuffle(rows, rows, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}
