// How ASTC divides the sixteen texels of a 4×4 block among up to four pairs of endpoints: a hash of a 10-bit number.

function hash(seed: number): number {
  let p = seed | 0;
  p ^= p >>> 15;
  p = (p - (p << 17)) | 0;
  p = (p + (p << 7)) | 0;
  p = (p + (p << 4)) | 0;
  p ^= p >>> 5;
  p = (p + (p << 16)) | 0;
  p ^= p >>> 7;
  p ^= p >>> 3;
  p ^= p << 6;
  p ^= p >>> 17;
  return p >>> 0;
}

function divide(seed: number, count: number): Uint8Array {
  const random = hash(seed + (count - 1) * 1024);
  const even = seed & 2 ? 4 : 5;
  const odd = count === 3 ? 6 : 5;
  const [first, second] = seed & 1 ? [even, odd] : [odd, even];
  const slope = (i: number): number => (((random >>> (i * 4)) & 15) ** 2) >> (i % 2 === 0 ? first : second);
  const subsets = new Uint8Array(16);
  for (let texel = 0; texel < 16; texel++) {
    // Blocks of fewer than 31 texels count in steps of two.
    const x = (texel & 3) * 2;
    const y = (texel >> 2) * 2;
    const height = (i: number): number =>
      i < count ? (slope(i * 2) * x + slope(i * 2 + 1) * y + (random >>> (14 - i * 4))) & 63 : 0;
    const heights = [height(0), height(1), height(2), height(3)];
    subsets[texel] = heights.indexOf(Math.max(...heights));
  }
  return subsets;
}

const known = new Map<number, Uint8Array>();

/** The pair of each texel. */
export function astcPartition(seed: number, count: number): Uint8Array {
  const key = seed * 4 + count - 1;
  const found = known.get(key) ?? (count === 1 ? new Uint8Array(16) : divide(seed, count));
  known.set(key, found);
  return found;
}
