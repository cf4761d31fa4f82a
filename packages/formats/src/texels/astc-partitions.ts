// How ASTC divides the texels of a block among up to four pairs of endpoints: a hash of a 10-bit number.

/** Blocks of fewer texels count in steps of two. */
const SMALL_BLOCK = 31;

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

/** The pair of each texel of a block, for two to four pairs. */
export function divideBlock(width: number, height: number, seed: number, count: number): Uint8Array {
  const random = hash(seed + (count - 1) * 1024);
  const even = seed & 2 ? 4 : 5;
  const odd = count === 3 ? 6 : 5;
  const [first, second] = seed & 1 ? [even, odd] : [odd, even];
  const slope = (i: number): number => (((random >>> (i * 4)) & 15) ** 2) >> (i % 2 === 0 ? first : second);
  const step = width * height < SMALL_BLOCK ? 2 : 1;
  const subsets = new Uint8Array(width * height);
  for (let texel = 0; texel < subsets.length; texel++) {
    const x = (texel % width) * step;
    const y = Math.floor(texel / width) * step;
    const rise = (i: number): number =>
      i < count ? (slope(i * 2) * x + slope(i * 2 + 1) * y + (random >>> (14 - i * 4))) & 63 : 0;
    const rises = [rise(0), rise(1), rise(2), rise(3)];
    subsets[texel] = rises.indexOf(Math.max(...rises));
  }
  return subsets;
}
