// The partitions of ASTC: a hash of the seed gives each texel its subset.

function hash52(seed: number): number {
  let p = seed >>> 0;
  p = (p ^ (p >>> 15)) >>> 0;
  p = (p - (p << 17)) >>> 0;
  p = (p + (p << 7)) >>> 0;
  p = (p + (p << 4)) >>> 0;
  p = (p ^ (p >>> 5)) >>> 0;
  p = (p + (p << 16)) >>> 0;
  p = (p ^ (p >>> 7)) >>> 0;
  p = (p ^ (p >>> 3)) >>> 0;
  p = (p ^ (p << 6)) >>> 0;
  return (p ^ (p >>> 17)) >>> 0;
}

/** The subset of each texel of a 4×4 block. */
export function astcSubsets(seed: number, subsetCount: 2 | 3): readonly number[] {
  const key = seed + (subsetCount - 1) * 1024;
  const hash = hash52(key);
  const seedBit = (key & 2) !== 0 ? 4 : 5;
  const countBit = subsetCount === 3 ? 6 : 5;
  const [shift0, shift1] = (key & 1) !== 0 ? [seedBit, countBit] : [countBit, seedBit];
  const slope = (i: number): number => (((hash >>> (4 * i)) & 15) ** 2) >> (i % 2 === 0 ? shift0 : shift1);
  return Array.from({ length: 16 }, (_, texel) => {
    // Blocks of fewer than 31 texels have doubled coordinates.
    const x = (texel % 4) * 2;
    const y = Math.floor(texel / 4) * 2;
    const rank = (i: number): number => (slope(2 * i) * x + slope(2 * i + 1) * y + (hash >>> (14 - 4 * i))) & 63;
    const [a, b, c] = [rank(0), rank(1), subsetCount === 3 ? rank(2) : 0];
    return a >= b && a >= c ? 0 : b >= c ? 1 : 2;
  });
}
