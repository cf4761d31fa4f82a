// Decodes ASTC blocks of every 2D size. Illegal blocks become magenta, and so do texels with HDR endpoints in LDR textures. Eight bits are the top
// ones of the sixteen that are interpolated (the specification's decode_unorm8). sRGB alpha is interpolated like R, G and B (Khronos data
// format 1.4; 1.1 to 1.3 were different).

import { writeAstcEnds } from './astc-endpoints.js';
import { type AstcTables, astcTables } from './astc-footprint.js';
import { isHdrMode, writeAstcHdrEnds } from './astc-hdr-endpoints.js';
import { ASTC_RANGES, astcColors, astcWeights, readRun, runBits } from './astc-ranges.js';
import { type AstcBlockMode, astcBlockMode } from './astc-weights.js';
import { BlockBits } from './block-bits.js';
import type { TexelArray } from './texel-array.js';

const MAGENTA = [65535, 0, 65535, 65535] as const;
const HALF_ONE = 0x3c00;
const HALF_MAGENTA = [HALF_ONE, 0, HALF_ONE, HALF_ONE] as const;
const HALF_MAX = 0x7bff;
const VOID_EXTENT = 0x1fc;
const MAX_TEXELS = 144;
/** Maximum number of endpoint values of a block. */
const MAX_VALUES = 18;
/** Endpoints have at least six levels. */
const MIN_RANGE = 4;

const bits = new BlockBits();
/** The block with reversed bits: weights are stored backward from its end. */
const fromTop = new BlockBits();
const reversed = new Uint8Array(16);
const modes = new Uint8Array(4);
const stored = new Uint8Array(64);
const ends = new Uint8Array(4 * 8);
/** Whether an endpoint mode is HDR. */
const hdrEnds = new Uint16Array(4 * 8);
const weights = [new Uint8Array(MAX_TEXELS), new Uint8Array(MAX_TEXELS)] as const;

const REVERSED_BYTES = Uint8Array.from({ length: 256 }, (_, v) => {
  let r = 0;
  for (let i = 0; i < 8; i++) r |= ((v >> i) & 1) << (7 - i);
  return r;
});

const FOUR = astcTables('4x4');
/** The block size that is being decoded. */
let block = FOUR;

function fill(out: TexelArray, color: readonly [number, number, number, number]): void {
  const shift = out.BYTES_PER_ELEMENT === 1 ? 8 : 0;
  for (let i = 0; i < block.texels * 4; i++) out[i] = (color[i & 3] ?? 0) >> shift;
}

/** Writes the RGBA texels, row by row, of the block at `at`; sRGB textures are interpolated slightly differently. */
export function decodeAstcBlock(
  data: Uint8Array,
  at: number,
  out: TexelArray,
  isSrgb: boolean,
  size: AstcTables = FOUR,
): void {
  block = size;
  bits.load(data, at);
  if (bits.at(0, 9) === VOID_EXTENT) {
    if (!drawVoidExtent(out, false)) fill(out, MAGENTA);
  } else if (!readBlock(data, at, false)) fill(out, MAGENTA);
  else drawTexels(out, isSrgb);
}

/** Like `decodeAstcBlock`, in high dynamic range: the bits of half floats. */
export function decodeAstcHdrBlock(data: Uint8Array, at: number, out: Uint16Array, size: AstcTables = FOUR): void {
  block = size;
  bits.load(data, at);
  if (bits.at(0, 9) === VOID_EXTENT) {
    if (!drawVoidExtent(out, true)) fill(out, HALF_MAGENTA);
  } else if (!readBlock(data, at, true)) fill(out, HALF_MAGENTA);
  else drawHalfs(out);
}

/**
 * How a block is divided: 1 to 4 pairs of endpoints, plus 4 if it has two planes of weights; 0 for one color, −1 if it is illegal in every
 * texture.
 */
export function astcModeOf(data: Uint8Array, at: number, size: AstcTables): number {
  block = size;
  bits.load(data, at);
  if (bits.at(0, 9) === VOID_EXTENT) return drawVoidExtent(voidColor, true) ? 0 : -1;
  if (!readBlock(data, at, true)) return -1;
  return bits.at(11, 2) + 1 + (second >= 0 ? 4 : 0);
}

const voidColor = new Uint16Array(MAX_TEXELS * 4);

const isUastcHdrMode = (mode: number): boolean => mode === 7 || mode === 11;

/**
 * Like `decodeAstcHdrBlock`, for UASTC HDR: one plane of 4×4 weights, one or two pairs of endpoints, all of mode 7 or all of mode 11; or one
 * color. Returns the texels of the second pair, a bit each, or -1 and magenta for any other block.
 */
export function decodeUastcHdrBlock(data: Uint8Array, at: number, out: Uint16Array): number {
  block = FOUR;
  bits.load(data, at);
  if (bits.at(0, 10) === (VOID_EXTENT | 512)) {
    if (drawVoidExtent(out, true)) return 0;
  } else {
    const { width = 0, height = 0, planes = 2 } = astcBlockMode(bits.at(0, 11)) ?? {};
    const isWhole = width === 4 && height === 4 && planes === 1 && bits.at(11, 2) < 2 && readBlock(data, at, true);
    if (isWhole && isUastcHdrMode(modes[0] ?? 0) && (bits.at(11, 2) === 0 || modes[0] === modes[1])) {
      drawHalfs(out);
      return subsets.reduce((mask, pair, i) => mask | (pair << i), 0);
    }
  }
  fill(out, HALF_MAGENTA);
  return -1;
}

/** A void extent: one color, and the area around the block with the same color, which a decoder ignores but must check. */
function drawVoidExtent(out: TexelArray, mayBeHdr: boolean): boolean {
  const isHdr = bits.at(9, 1) === 1;
  if ((isHdr && !mayBeHdr) || bits.at(10, 2) !== 3) return false;
  const [left, right, top, bottom] = [bits.at(12, 13), bits.at(25, 13), bits.at(38, 13), bits.at(51, 13)];
  const isEverywhere = (left & right & top & bottom) === 0x1fff;
  if (!isEverywhere && (left >= right || top >= bottom)) return false;
  fill(out, [bits.at(64, 16), bits.at(80, 16), bits.at(96, 16), bits.at(112, 16)]);
  if (mayBeHdr && !isHdr) for (let i = 0; i < block.texels * 4; i++) out[i] = linearHalf(out[i] ?? 0);
  return true;
}

/** The subset of each texel, and the channel of the second plane of weights. */
let subsets = FOUR.partition(0, 1);
let second = -1;

/** Reads endpoints and weights; false for an illegal block. */
function readBlock(data: Uint8Array, at: number, isHdr: boolean): boolean {
  const mode = astcBlockMode(bits.at(0, 11));
  const count = bits.at(11, 2) + 1;
  if (mode === undefined || mode.width > block.width || mode.height > block.height) return false;
  if (mode.planes === 2 && count === 4) return false;
  const below = readModes(count, 128 - mode.weightBits);
  if (!readEnds(count, mode.planes === 2 ? below - 2 : below, isHdr)) return false;
  second = mode.planes === 2 ? bits.at(below - 2, 2) : -1;
  subsets = block.partition(bits.at(13, 10), count);
  readWeights(data, at, mode);
  return true;
}

function drawTexels(out: TexelArray, isSrgb: boolean): void {
  const shift = out.BYTES_PER_ELEMENT === 1 ? 14 : 6;
  for (let i = 0; i < block.texels; i++) {
    const pair = (subsets[i] ?? 0) * 8;
    for (let c = 0; c < 4; c++) {
      const weight = weights[c === second ? 1 : 0][i] ?? 0;
      const low = ends[pair + c] ?? 0;
      const high = ends[pair + 4 + c] ?? 0;
      const wideLow = isSrgb ? low * 256 + 128 : low * 257;
      const wideHigh = isSrgb ? high * 256 + 128 : high * 257;
      out[i * 4 + c] = (wideLow * (64 - weight) + wideHigh * weight + 32) >> shift;
    }
  }
}

/** Converts sixteen bits (0 to 1) to a half, truncated. */
function linearHalf(v: number): number {
  if (v === 65535) return HALF_ONE;
  // Below 2⁻¹⁴ halfs are denormal, in steps of 2⁻²⁴.
  if (v < 4) return v << 8;
  const exponent = 31 - Math.clz32(v);
  const mantissa = exponent > 10 ? v >> (exponent - 10) : v << (10 - exponent);
  return ((exponent - 1) << 10) | (mantissa & 0x3ff);
}

/** Converts five exponent bits and an almost logarithmic mantissa of eleven bits to a half. */
function logHalf(v: number): number {
  const m = v & 0x7ff;
  const mantissa = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
  return Math.min(HALF_MAX, ((v >> 11) << 10) + (mantissa >> 3));
}

function drawHalfs(out: Uint16Array): void {
  for (let i = 0; i < block.texels; i++) {
    const subset = subsets[i] ?? 0;
    const mode = modes[subset] ?? 0;
    for (let c = 0; c < 4; c++) {
      const isLog = isHdrMode(mode) && !(mode === 14 && c === 3);
      const from = isHdrMode(mode) ? hdrEnds : ends;
      const widen = isLog ? 16 : 257;
      const weight = weights[c === second ? 1 : 0][i] ?? 0;
      const [low, high] = [(from[subset * 8 + c] ?? 0) * widen, (from[subset * 8 + 4 + c] ?? 0) * widen];
      const value = (low * (64 - weight) + high * weight + 32) >> 6;
      out[i * 4 + c] = isLog ? logHalf(value) : linearHalf(value);
    }
  }
}

/** Reads the endpoint modes; bits that do not fit into the head are below the weights. Returns the bit at which they end. */
function readModes(count: number, below: number): number {
  const shape = count === 1 ? 0 : bits.at(23, 2);
  if (shape === 0) {
    modes.fill(bits.at(count === 1 ? 13 : 25, 4));
    return below;
  }
  const extra = 3 * count - 4;
  const end = below - extra;
  const code = bits.at(25, 4) | (bits.at(end, extra) << 4);
  for (let i = 0; i < count; i++) modes[i] = (shape - 1 + ((code >> i) & 1)) * 4 + ((code >> (count + i * 2)) & 3);
  return end;
}

/** Reads the endpoints in the largest range that fits between the head and `end`. */
function readEnds(count: number, end: number, isHdr: boolean): boolean {
  const start = count === 1 ? 17 : 29;
  let values = 0;
  for (let i = 0; i < count; i++) values += ((modes[i] ?? 0) >> 2) * 2 + 2;
  if (values > MAX_VALUES) return false;
  let finest = ASTC_RANGES.length - 1;
  for (; finest >= MIN_RANGE; finest--) {
    const range = ASTC_RANGES[finest];
    if (range !== undefined && runBits(range, values) <= end - start) break;
  }
  const range = ASTC_RANGES[finest];
  if (finest < MIN_RANGE || range === undefined) return false;
  readRun(bits, start, range, values, stored);
  const expanded = astcColors(finest);
  for (let i = 0; i < values; i++) stored[i] = expanded[stored[i] ?? 0] ?? 0;
  for (let i = 0, from = 0; i < count; i++) {
    const mode = modes[i] ?? 0;
    if (isHdr && isHdrMode(mode)) writeAstcHdrEnds(mode, stored, from, hdrEnds, i * 8);
    else writeAstcEnds(mode, stored, from, ends, i * 8);
    from += (mode >> 2) * 2 + 2;
  }
  return true;
}

/** Reads the grid of weights of each plane and interpolates it for the texels. */
function readWeights(data: Uint8Array, at: number, mode: AstcBlockMode): void {
  for (let i = 0; i < 16; i++) reversed[i] = REVERSED_BYTES[data[at + 15 - i] ?? 0] ?? 0;
  fromTop.load(reversed, 0);
  const { range, planes, width, height } = mode;
  const { places, shares } = block.infill(width, height);
  const packing = ASTC_RANGES[range];
  if (packing === undefined) throw new Error(`no range ${range}`);
  const gridSize = width * height;
  readRun(fromTop, 0, packing, gridSize * planes, stored);
  const expanded = astcWeights(range);
  for (let i = 0; i < gridSize * planes; i++) stored[i] = expanded[stored[i] ?? 0] ?? 0;
  for (let plane = 0; plane < planes; plane++) {
    const to = weights[plane === 0 ? 0 : 1];
    for (let i = 0; i < block.texels; i++) {
      let sum = 8;
      for (let corner = 0; corner < 4; corner++) {
        const share = shares[i * 4 + corner] ?? 0;
        if (share > 0) sum += share * (stored[(places[i * 4 + corner] ?? 0) * planes + plane] ?? 0);
      }
      to[i] = sum >> 4;
    }
  }
}
