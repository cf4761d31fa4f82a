// The numbers of each UASTC mode and the partition patterns.

import { PATTERNS_A, PATTERNS_B, PATTERNS_C } from '../partition-tables.js';

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

/** By mode number. Mode 8 has one color: only its code is meaningful. */
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
/** Modes with alpha have the EAC table and multiplier. */
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

const TEXELS = Array.from({ length: 16 }, (_, i) => i);

/** The subset of each texel, from masks of subset 1 (low half) and subset 2 (high half). */
const subsetsOf = (masks: readonly number[]): readonly Uint8Array[] =>
  masks.map((mask) => Uint8Array.from(TEXELS, (i) => ((mask >>> i) & 1) + 2 * ((mask >>> (16 + i)) & 1)));

export const UASTC_PATTERNS: Readonly<Record<UastcMode['patterns'], readonly Uint8Array[]>> = {
  none: [new Uint8Array(16)],
  A: subsetsOf(PATTERNS_A),
  B: subsetsOf(PATTERNS_B),
  C: subsetsOf(PATTERNS_C),
};

/** Bits of a group of `size` trits or quints. */
export function groupBits(digit: number, size: number): number {
  if (digit === 5) return [0, 3, 5, 7][size] ?? 0;
  return [0, 2, 4, 5, 7, 8][size] ?? 0;
}
