// BC1, BC3, BC4 and BC5: the entry point for the host. Strips are whole blocks: the host repeats edge texels.

import { blueAlpha, isOneColor, redGreen } from '../block/channels';
import { encodeChannel } from './channel';
import { buildReciprocals } from './channel-trials';
import { encodeColors } from './color';
import { loadColors, setMetric } from './color-block';
import { draftChannel, draftColors } from './draft';
import { buildStarts } from './starts';

buildReciprocals();
buildStarts();

export function heapBase(): usize {
  return __heap_base;
}

const BC1: i32 = 0;
const BC3: i32 = 1;
const BC5: i32 = 3;

/* @inline */ function channelBytes(values: v128, level: i32): u64 {
  return level < 0 ? draftChannel(values) : encodeChannel(values, level);
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
  const weights = perceptual ? f32x4(2, 4, 1, 0) : f32x4(1, 1, 1, 0);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      const r0 = v128.load(at);
      const r1 = v128.load(at + stride);
      const r2 = v128.load(at + stride * 2);
      const r3 = v128.load(at + stride * 3);
      at += 16;
      if (format > BC3) {
        const rg01 = redGreen(r0, r1);
        const rg23 = redGreen(r2, r3);
        store<u64>(out, channelBytes(i64x2.shuffle(rg01, rg23, 0, 2), level));
        out += 8;
        if (format === BC5) {
          store<u64>(out, channelBytes(i64x2.shuffle(rg01, rg23, 1, 3), level));
          out += 8;
        }
        continue;
      }
      if (format === BC3) {
        const alphas = i64x2.shuffle(blueAlpha(r0, r1), blueAlpha(r2, r3), 1, 3);
        store<u64>(out, channelBytes(alphas, level));
        out += 8;
      }
      if (level < 0 && !isOneColor(r0, r1, r2, r3)) store<u64>(out, draftColors(r0, r1, r2, r3));
      else {
        loadColors(r0, r1, r2, r3, alphaWeighted && format === BC3);
        store<u64>(out, encodeColors(level, weights, format === BC1));
      }
      out += 8;
    }
  }
}
