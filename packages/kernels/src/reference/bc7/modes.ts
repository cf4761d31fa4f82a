// BC7's modes and partitions as the plain encoder sees them. Widths count the p-bit: an end of mode 1 has 6 + 1 bits.

export type Bc7ModeNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type PBits = 'none' | 'shared' | 'own';

interface Bc7Mode {
  readonly subsets: 1 | 2 | 3;
  readonly partitionBits: number;
  readonly width: number;
  /** Bits of alpha; 0 where the mode has none. */
  readonly alphaWidth: number;
  readonly pBits: PBits;
  readonly indexBits: number;
}

const mode = (
  subsets: Bc7Mode['subsets'],
  partitionBits: number,
  width: number,
  alphaWidth: number,
  pBits: PBits,
  indexBits: number,
): Bc7Mode => ({ subsets, partitionBits, width, alphaWidth, pBits, indexBits });

export const BC7_MODES: Readonly<Record<Bc7ModeNumber, Bc7Mode>> = {
  0: mode(3, 4, 5, 0, 'own', 3),
  1: mode(2, 6, 7, 0, 'shared', 3),
  2: mode(3, 6, 5, 0, 'none', 2),
  3: mode(2, 6, 8, 0, 'own', 2),
  4: mode(1, 0, 5, 6, 'none', 2),
  5: mode(1, 0, 7, 8, 'none', 2),
  6: mode(1, 0, 8, 8, 'own', 4),
  7: mode(2, 6, 6, 6, 'own', 2),
};

/** By bits of an index. */
export const INDEX_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

export interface Partition {
  readonly number: number;
  /** Each texel's subset. */
  readonly subsets: readonly number[];
  /** Of each subset the texel whose index lacks its first bit. */
  readonly anchors: readonly number[];
}

export const WHOLE: Partition = { number: 0, subsets: new Array<number>(16).fill(0), anchors: [0] };

/** The texels of subset 1, a bit each. */
const TWO_SUBSETS = [
  0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
  0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
  0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
  0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
  0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
];
/** Each texel's subset, two bits a texel. */
const THREE_SUBSETS = [
  0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050, 0xaa550000,
  0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250, 0xa5945040, 0x0a425054,
  0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500, 0x0050a4a4, 0xaaa59090, 0x14696914,
  0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200, 0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424,
  0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50, 0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0,
  0x69286928, 0x44aaaa44, 0x66666600, 0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580,
  0xaa141414, 0x96960000, 0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44,
  0x2a4a5254,
];
/** A digit a partition, in base 16: the anchors of subsets 1 and 2. */
const ANCHORS_TWO = 'fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f';
const ANCHORS_THREE_1 = '33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33';
const ANCHORS_THREE_2 = 'f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8';

const digits = (text: string): number[] => [...text].map((digit) => Number.parseInt(digit, 16));

export const TWO: readonly Partition[] = TWO_SUBSETS.map((bits, number) => ({
  number,
  subsets: Array.from({ length: 16 }, (_, texel) => (bits >> texel) & 1),
  anchors: [0, digits(ANCHORS_TWO)[number] ?? 0],
}));

export const THREE: readonly Partition[] = THREE_SUBSETS.map((bits, number) => ({
  number,
  subsets: Array.from({ length: 16 }, (_, texel) => (bits >>> (texel * 2)) & 3),
  anchors: [0, digits(ANCHORS_THREE_1)[number] ?? 0, digits(ANCHORS_THREE_2)[number] ?? 0],
}));
