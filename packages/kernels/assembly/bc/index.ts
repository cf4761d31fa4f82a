// BC4 and BC5: the entry point that the host calls. Strips are whole blocks: the host has repeated the edge texels.

import { buildReciprocals, encodeChannel } from './channel';
import { buildStarts } from './starts';

buildReciprocals();
buildStarts();

export function heapBase(): usize {
  return __heap_base;
}

const BC5: i32 = 1;

/** Encodes rows of blocks: `stride` bytes between texel rows; eight or sixteen bytes a block out, row-major. */
export function encode(
  src: usize, stride: usize, columns: i32, rows: i32, out: usize, format: i32, level: i32, perceptual: bool,
  alphaWeighted: bool,
): void {
  for (let y = 0; y < rows; y++) {
    let at = src + <usize>y * stride * 4;
    for (let x = 0; x < columns; x++) {
      const r0 = v128.load(at);
      const r1 = v128.load(at + stride);
      const r2 = v128.load(at + stride * 2);
      const r3 = v128.load(at + stride * 3);
      const rg01 = i8x16.shuffle(r0, r1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
      const rg23 = i8x16.shuffle(r2, r3, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
      store<u64>(out, encodeChannel(i64x2.shuffle(rg01, rg23, 0, 2), level));
      out += 8;
      if (format == BC5) {
        store<u64>(out, encodeChannel(i64x2.shuffle(rg01, rg23, 1, 3), level));
        out += 8;
      }
      at += 16;
    }
  }
}
