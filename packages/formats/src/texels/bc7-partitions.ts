// The partitions of BC7: which of two or three pairs of endpoints each texel uses.

/** The texels of the second pair: a bit per texel, texel 0 lowest. */
const TWO = [
  0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
  0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
  0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
  0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
  0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
];
/** Two bits per texel, texel 0 lowest. */
const THREE = [
  0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050, 0xaa550000,
  0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250, 0xa5945040, 0x0a425054,
  0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500, 0x0050a4a4, 0xaaa59090, 0x14696914,
  0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200, 0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424,
  0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50, 0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0,
  0x69286928, 0x44aaaa44, 0x66666600, 0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580,
  0xaa141414, 0x96960000, 0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44,
  0x2a4a5254,
];
/** The texel of a pair whose index lacks its top bit: one hexadecimal digit per partition. For the first pair it is texel 0. */
const ANCHORS = {
  secondOfTwo: 'fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f',
  secondOfThree: '33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33',
  thirdOfThree: 'f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8',
} as const;

interface Bc7Partition {
  /** The pair of each texel. */
  readonly subsets: Uint8Array;
  /** A bit for each texel whose index lacks its top bit. */
  readonly anchors: number;
}

const anchorBit = (digits: string, partition: number): number => 1 << Number.parseInt(digits[partition] ?? '0', 16);

/** By number of pairs minus one, then by partition. */
export const BC7_PARTITIONS: readonly (readonly Bc7Partition[])[] = [
  [{ subsets: new Uint8Array(16), anchors: 1 }],
  TWO.map((mask, p) => ({
    subsets: Uint8Array.from({ length: 16 }, (_, texel) => (mask >> texel) & 1),
    anchors: 1 | anchorBit(ANCHORS.secondOfTwo, p),
  })),
  THREE.map((mask, p) => ({
    subsets: Uint8Array.from({ length: 16 }, (_, texel) => (mask >>> (texel * 2)) & 3),
    anchors: 1 | anchorBit(ANCHORS.secondOfThree, p) | anchorBit(ANCHORS.thirdOfThree, p),
  })),
];
