// Whether the texels of a candidate are in two groups, as at an edge: a gap of unused weights between used ones.

import { C_INDICES } from '../../block/candidate';

/** Whether 3/8 of the weights in a row are unused, with used ones on both sides. Weights have three or four bits. */
export function hasGap(c: usize, bits: i32): bool {
  const weights = v128.load(c, C_INDICES);
  const low = i8x16.swizzle(i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  const high = i8x16.swizzle(i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128), weights);
  // Interleave the bytes of both.
  let used = v128.or(
    i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
    i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
  );
  used = v128.or(used, i32x4.shuffle(used, used, 2, 3, 0, 1));
  const both = i32x4.extract_lane(used, 0) | i32x4.extract_lane(used, 1);
  const taken = (both | (both >> 16)) & 0xffff;
  const inside = ~taken & (0xffff >> (clz(taken) - 16)) & (-1 << ctz(taken));
  const three = inside & (inside >> 1) & (inside >> 2);
  return (bits === 3 ? three : three & (three >> 3)) !== 0;
}
