// The numbers of each UASTC mode and the partition patterns.

export interface UastcMode {
  readonly code: number;
  readonly codeBits: number;
  /** 3 = RGB, 4 = RGBA, 2 = luminance and alpha. */
  readonly components: 2 | 3 | 4;
  readonly subsets: 1 | 2 | 3;
  readonly planes: 1 | 2;
  readonly weightBits: number;
  readonly levels: 12 | 16 | 32 | 40 | 48 | 160 | 192 | 256;
  readonly patterns: 'none' | 'A' | 'B' | 'C';
}

const mode = (
  code: number,
  codeBits: number,
  components: UastcMode['components'],
  subsets: UastcMode['subsets'],
  planes: UastcMode['planes'],
  weightBits: number,
  levels: UastcMode['levels'],
  patterns: UastcMode['patterns'] = 'none',
): UastcMode => ({ code, codeBits, components, subsets, planes, weightBits, levels, patterns });

/** By mode number. Mode 8 holds one colour: only its code is meaningful. */
export const UASTC_MODES: readonly UastcMode[] = [
  mode(0x01, 4, 3, 1, 1, 4, 192),
  mode(0x35, 6, 3, 1, 1, 2, 256),
  mode(0x1d, 5, 3, 2, 1, 3, 16, 'A'),
  mode(0x03, 5, 3, 3, 1, 2, 12, 'B'),
  mode(0x13, 5, 3, 2, 1, 2, 40, 'A'),
  mode(0x0b, 5, 3, 1, 1, 3, 256),
  mode(0x1b, 5, 3, 1, 2, 2, 160),
  mode(0x07, 5, 3, 2, 1, 2, 40, 'C'),
  mode(0x17, 5, 4, 1, 1, 0, 256),
  mode(0x0f, 5, 4, 2, 1, 2, 16, 'A'),
  mode(0x02, 3, 4, 1, 1, 4, 48),
  mode(0x00, 2, 4, 1, 2, 2, 48),
  mode(0x06, 3, 4, 1, 1, 3, 192),
  mode(0x1f, 5, 4, 1, 2, 1, 256),
  mode(0x0d, 5, 4, 1, 1, 2, 256),
  mode(0x05, 7, 2, 1, 1, 4, 256),
  mode(0x15, 6, 2, 2, 1, 2, 256, 'A'),
  mode(0x25, 6, 2, 1, 2, 2, 256),
  mode(0x09, 4, 3, 1, 1, 5, 32),
];

/** Modes 10 to 12 have no second BC1 bit and no ETC1 bias. */
export const hasBias = (mode: number): boolean => mode < 10 || mode > 12;
/** Modes with alpha carry the EAC table and multiplier. */
export const hasEac = (mode: number): boolean => mode >= 9 && mode <= 17;

/** Digits per endpoint (3 trit, 5 quint, 1 none) and low bits, by number of levels. */
export const RANGES: Readonly<Record<UastcMode['levels'], { readonly digit: number; readonly bits: number }>> = {
  12: { digit: 3, bits: 2 },
  16: { digit: 1, bits: 4 },
  32: { digit: 1, bits: 5 },
  40: { digit: 5, bits: 3 },
  48: { digit: 3, bits: 4 },
  160: { digit: 5, bits: 5 },
  192: { digit: 3, bits: 6 },
  256: { digit: 1, bits: 8 },
};

/** Subset of each texel, rows from the top. */
const PATTERN_TEXTS: Readonly<Record<'A' | 'B' | 'C', readonly string[]>> = {
  A: [
    '0011 0011 0011 0011',
    '0001 0001 0001 0001',
    '1000 1000 1000 1000',
    '0001 0011 0011 0111',
    '1111 1110 1110 1100',
    '0011 0111 0111 1111',
    '1110 1100 1000 0000',
    '1111 1110 1100 1000',
    '0000 0000 0001 0011',
    '1100 1000 0000 0000',
    '0000 0001 0111 1111',
    '1111 1111 1110 1000',
    '1110 1000 0000 0000',
    '1111 1111 0000 0000',
    '0000 1111 1111 1111',
    '1111 1111 1111 0000',
    '1000 1110 1111 1111',
    '1111 1111 0111 0001',
    '0111 0011 0001 0000',
    '0011 0001 0000 0000',
    '0000 1000 1100 1110',
    '1111 1111 0111 0011',
    '1000 1100 1100 1110',
    '0011 0001 0001 0000',
    '1111 0111 0111 0011',
    '0110 0110 0110 0110',
    '1111 0000 0000 1111',
    '1010 1010 1010 1010',
    '1111 0000 1111 0000',
    '1001 0011 0110 1100',
  ],
  B: [
    '0000 0000 1122 1122',
    '1111 1111 0000 2222',
    '1111 0000 0000 2222',
    '1111 2222 0000 0000',
    '1120 1120 1120 1120',
    '0112 0112 0112 0112',
    '0211 0211 0211 0211',
    '2000 2000 2111 2111',
    '2012 2012 2012 2012',
    '1111 0000 2222 1111',
    '0022 0011 0011 0022',
  ],
  C: [
    '0000 1111 0000 0000',
    '0010 0010 0010 0010',
    '1100 1100 1000 0000',
    '0000 0001 0011 0011',
    '1111 1111 0000 1111',
    '0100 0100 0100 0100',
    '0001 0011 1111 1111',
    '0111 0011 0011 0011',
    '1100 0000 0011 1100',
    '0111 0111 0000 0000',
    '0000 0000 1110 1110',
    '1100 0000 0000 1100',
    '0111 0011 0000 0000',
    '0000 0001 1111 1111',
    '1111 1111 1111 0110',
    '1100 1100 1100 1000',
    '1111 1111 1000 1000',
    '0011 0110 1100 1000',
    '1111 0111 0000 0000',
  ],
};

const parse = (texts: readonly string[]): readonly Uint8Array[] =>
  texts.map((text) => Uint8Array.from(text.replaceAll(' ', ''), Number));

export const UASTC_PATTERNS: Readonly<Record<UastcMode['patterns'], readonly Uint8Array[]>> = {
  none: [new Uint8Array(16)],
  A: parse(PATTERN_TEXTS.A),
  B: parse(PATTERN_TEXTS.B),
  C: parse(PATTERN_TEXTS.C),
};

/** Bits of a group of trits or quints, by how many it holds. */
export function groupBits(digit: number, size: number): number {
  if (digit === 5) return [0, 3, 5, 7][size] ?? 0;
  return [0, 2, 4, 5, 7, 8][size] ?? 0;
}
