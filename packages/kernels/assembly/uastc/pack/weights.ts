// The nearest weight indices of 1 to 5 bits. Sixteen at a time, a byte each.

/** The resolution of positions for `nearestWeights`. Weights of 1 to 3 bits are almost evenly spaced; those of 4 and 5 bits are not (treating them
 *  so costs photos 0.02 dB, grays 1 dB), so their positions are four times the weight. */
/* @inline */ export function weightSteps(bits: i32): i32 {
  return bits < 4 ? (1 << bits) - 1 : 256;
}

/** The index whose weight is nearest to each position (bytes; 255 also means 256 and above). */
/* @inline */ export function nearestWeights(positions: v128, bits: i32): v128 {
  if (bits < 4) return i8x16.min_u(positions, i8x16.splat(i8(weightSteps(bits))));
  if (bits === 4) {
    // Every 1/16 of the line has at most one border between weights.
    const part = i8x16.shr_u(positions, 4);
    const border = i8x16.swizzle(i8x16(8, 24, 40, 58, 76, 92, 108, -1, -128, -108, -92, -76, -58, -40, -24, -8), part);
    const below = i8x16.swizzle(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14), part);
    return i8x16.sub(below, i8x16.ge_u(positions, border));
  }
  const low = i8x16.min_u(i8x16.shr_u(i8x16.add(positions, i8x16.splat(4)), 3), i8x16.splat(15));
  const high = i8x16.max_u(i8x16.shr_u(i8x16.sub(positions, i8x16.splat(4)), 3), i8x16.splat(16));
  return v128.bitselect(high, low, i8x16.lt_s(positions, i8x16.splat(0)));
}
