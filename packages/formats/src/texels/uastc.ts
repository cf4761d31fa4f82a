// Decodes UASTC of 4×4 texels: ASTC's ranges, weights and partitions in a different layout. Invalid blocks become magenta.

import { astcTables } from './astc-footprint.js';
import { ASTC_RANGES, astcColors, astcWeights } from './astc-ranges.js';
import { BlockBits } from './block-bits.js';

interface UastcMode {
  /** The lowest `codeBits` bits of a block. */
  readonly code: number;
  readonly codeBits: number;
  /** 2 is luminance and alpha. */
  readonly channels: 2 | 3 | 4;
  readonly planes: 1 | 2;
  readonly weightBits: number;
  /** Range of the endpoints: an index into ASTC's ranges. */
  readonly range: number;
  /** ASTC's number of each pattern of two or three subsets. */
  readonly seeds: readonly number[];
  readonly subsets: 1 | 2 | 3;
}

const BLOCK = astcTables('4x4');
const NO_SEEDS: readonly number[] = [];
const SEEDS_A: readonly number[] = [
  ...[28, 20, 16, 29, 91, 9, 107, 72, 149, 204, 50, 114, 496, 17, 78],
  ...[39, 252, 828, 43, 156, 116, 210, 476, 273, 684, 359, 246, 195, 694, 524],
];
const SEEDS_B: readonly number[] = [260, 74, 32, 156, 183, 15, 745, 0, 335, 902, 254];
const SEEDS_C: readonly number[] = [
  ...[36, 48, 61, 137, 161, 183, 226, 281, 302, 307, 479, 495, 593, 594, 605, 799, 812, 988, 993],
];

const mode = (
  code: number,
  codeBits: number,
  channels: UastcMode['channels'],
  subsets: UastcMode['subsets'],
  planes: UastcMode['planes'],
  weightBits: number,
  range: number,
  seeds: readonly number[] = NO_SEEDS,
): UastcMode => ({ code, codeBits, channels, planes, weightBits, range, seeds, subsets });

const MODES: readonly UastcMode[] = [
  mode(0x01, 4, 3, 1, 1, 4, 19),
  mode(0x35, 6, 3, 1, 1, 2, 20),
  mode(0x1d, 5, 3, 2, 1, 3, 8, SEEDS_A),
  mode(0x03, 5, 3, 3, 1, 2, 7, SEEDS_B),
  mode(0x13, 5, 3, 2, 1, 2, 12, SEEDS_A),
  mode(0x0b, 5, 3, 1, 1, 3, 20),
  mode(0x1b, 5, 3, 1, 2, 2, 18),
  mode(0x07, 5, 3, 2, 1, 2, 12, SEEDS_C),
  mode(0x17, 5, 4, 1, 1, 0, 20),
  mode(0x0f, 5, 4, 2, 1, 2, 8, SEEDS_A),
  mode(0x02, 3, 4, 1, 1, 4, 13),
  mode(0x00, 2, 4, 1, 2, 2, 13),
  mode(0x06, 3, 4, 1, 1, 3, 19),
  mode(0x1f, 5, 4, 1, 2, 1, 20),
  mode(0x0d, 5, 4, 1, 1, 2, 20),
  mode(0x05, 7, 2, 1, 1, 4, 20),
  mode(0x15, 6, 2, 2, 1, 2, 20, SEEDS_A),
  mode(0x25, 6, 2, 1, 2, 2, 20),
  mode(0x09, 4, 3, 1, 1, 5, 11),
];
const SOLID = 8;
/** Its second plane is always alpha, which is not stored. */
const ALPHA_PLANE = 17;

/** Mode by the lowest seven bits; −1 if there is none. */
const MODE_OF = Int8Array.from({ length: 128 }, (_, low) =>
  MODES.findIndex(({ code, codeBits }) => (low & (2 ** codeBits - 1)) === code),
);
/** Index into ASTC's ranges of weights with 0 to 5 bits. */
const WEIGHT_RANGES = [0, 0, 2, 5, 8, 11];
/** Bits of a group of trits or quints, by its size. */
const GROUP_BITS = { 3: [0, 2, 4, 5, 7, 8], 5: [0, 3, 5, 7] } as const;

const bits = new BlockBits();
const ends = new Uint8Array(18);

function fill(out: Uint8Array, r: number, g: number, b: number, a: number): void {
  for (let i = 0; i < 64; i += 4) {
    out[i] = r;
    out[i + 1] = g;
    out[i + 2] = b;
    out[i + 3] = a;
  }
}

/** Bits between the mode and the pattern: hints for transcoders. */
const hintBits = (number: number): number =>
  9 + (number < 10 || number > 12 ? 6 : 0) + (number >= 9 && number <= 17 ? 8 : 0);

/** 0 to 18; −1 if a block has none. */
export const uastcModeOf = (data: Uint8Array, at: number): number => MODE_OF[(data[at] ?? 0) & 127] ?? -1;

/** Writes sixteen RGBA texels, row by row, of the block at `at`. */
export function decodeUastcBlock(data: Uint8Array, at: number, out: Uint8Array): void {
  bits.load(data, at);
  const number = uastcModeOf(data, at);
  const mode = MODES[number];
  if (mode === undefined) {
    fill(out, 255, 0, 255, 255);
    return;
  }
  bits.take(mode.codeBits);
  if (number === SOLID) {
    fill(out, bits.take(8), bits.take(8), bits.take(8), bits.take(8));
    return;
  }
  bits.take(hintBits(number));
  const pattern = mode.subsets > 1 ? bits.take(mode.subsets === 3 ? 4 : 5) : 0;
  const seed = mode.subsets > 1 ? mode.seeds[pattern] : 0;
  if (seed === undefined) {
    fill(out, 255, 0, 255, 255);
    return;
  }
  const secondPlane = mode.planes === 1 ? -1 : number === ALPHA_PLANE ? 3 : bits.take(2);
  readEnds(mode);
  drawTexels(mode, BLOCK.partition(seed, mode.subsets), secondPlane, out);
}

/** All digits come first, as plain positional numbers; then all low bits. */
function readEnds(mode: UastcMode): void {
  const range = ASTC_RANGES[mode.range];
  if (range === undefined) throw new Error(`no range ${mode.range}`);
  const { digit } = range;
  const count = mode.channels * 2 * mode.subsets;
  ends.fill(0);
  if (digit !== 1) {
    const size = digit === 3 ? 5 : 3;
    for (let first = 0; first < count; first += size) {
      const held = Math.min(size, count - first);
      let code = bits.take(GROUP_BITS[digit][held] ?? 0);
      for (let i = 0; i < held; i++, code = Math.floor(code / digit)) ends[first + i] = code % digit;
    }
  }
  const values = astcColors(mode.range);
  for (let i = 0; i < count; i++) ends[i] = values[((ends[i] ?? 0) << range.bits) | bits.take(range.bits)] ?? 0;
}

function drawTexels(mode: UastcMode, subsets: Uint8Array, secondPlane: number, out: Uint8Array): void {
  const values = astcWeights(WEIGHT_RANGES[mode.weightBits] ?? 0);
  let seen = 0;
  for (let i = 0; i < 16; i++) {
    const subset = subsets[i] ?? 0;
    // The first weight of each subset lacks its top bit.
    const width = mode.weightBits - ((seen >> subset) & 1 ? 0 : 1);
    seen |= 1 << subset;
    const first = values[bits.take(width)] ?? 0;
    const second = mode.planes === 2 ? (values[bits.take(width)] ?? 0) : 0;
    for (let c = 0; c < 4; c++) {
      if (c === 3 && mode.channels === 3) {
        out[i * 4 + 3] = 255;
        continue;
      }
      const channel = mode.channels === 2 ? (c === 3 ? 1 : 0) : c;
      const pair = (subset * mode.channels + channel) * 2;
      const weight = c === secondPlane ? second : first;
      out[i * 4 + c] = (((ends[pair] ?? 0) * (64 - weight) + (ends[pair + 1] ?? 0) * weight) * 257 + 32) >> 14;
    }
  }
}
