// Texel blocks of one image → RGBA. Values are not converted: sRGB stays sRGB.

import { fromHalf, toHalf } from '../codec/half-float.js';
import { FormatError } from '../core/format-error.js';
import { decodeAstcBlock, decodeAstcHdrBlock } from './astc.js';
import { decodeBc1Block } from './bc1.js';
import { decodeBc4Block } from './bc4.js';
import { decodeBc6hBlock } from './bc6h.js';
import { decodeBc7Block } from './bc7.js';
import { decodeEacBlock } from './eac.js';
import { decodeEtc2Block } from './etc2.js';
import { decodeRgb9e5 } from './rgb9e5.js';
import { greatestOf, type TexelArray } from './texel-array.js';
import type { TexelFormat } from './texel-format.js';
import { decodeUastcBlock } from './uastc.js';

const HALF_ONE = 0x3c00;

/** Writes RGBA texels of the block at `at`. Channels that a format lacks are not written: they are 0, and alpha 1. */
type Decode<Out> = (data: Uint8Array, at: number, out: Out) => void;

interface BlockDecoder {
  /** Texels per side. */
  readonly size: 1 | 4;
  readonly bytes: number;
  /** For formats with at most 8 bits of precision. */
  readonly narrow?: Decode<Uint8Array>;
  /** For formats with more. */
  readonly any?: Decode<TexelArray>;
  /** For HDR formats: the bits of half floats. */
  readonly half?: Decode<Uint16Array>;
}

const narrow = (bytes: number, decode: Decode<Uint8Array>): BlockDecoder => ({ size: 4, bytes, narrow: decode });
const any = (bytes: number, decode: Decode<TexelArray>): BlockDecoder => ({ size: 4, bytes, any: decode });

const copyBytes =
  (channels: 3 | 4): Decode<Uint8Array> =>
  (data, at, out) => {
    for (let i = 0; i < channels; i++) out[i] = data[at + i] ?? 0;
  };

const copyHalfs =
  (channels: number): Decode<Uint16Array> =>
  (data, at, out) => {
    for (let i = 0; i < channels; i++) out[i] = (data[at + i * 2] ?? 0) | ((data[at + i * 2 + 1] ?? 0) << 8);
  };

/** Clamps to 0 … 1; NaN becomes 0. */
const roundHalf = (half: number, greatest: number): number => {
  const value = fromHalf(half);
  return Math.floor((value > 0 ? Math.min(value, 1) : 0) * greatest + 0.5);
};

/** A format of half floats. `any` clamps them to 0 … 1. */
function half(size: 1 | 4, bytes: number, decode: Decode<Uint16Array>): BlockDecoder {
  const halfs = new Uint16Array(size * size * 4);
  return {
    size,
    bytes,
    half: decode,
    any: (data, at, out) => {
      for (let i = 3; i < halfs.length; i += 4) halfs[i] = HALF_ONE;
      decode(data, at, halfs);
      for (let i = 0; i < halfs.length; i++) out[i] = roundHalf(halfs[i] ?? 0, greatestOf(out));
    },
  };
}

const DECODERS: Readonly<Record<TexelFormat, BlockDecoder>> = {
  rgba8: { size: 1, bytes: 4, narrow: copyBytes(4) },
  rgb8: { size: 1, bytes: 3, narrow: copyBytes(3) },
  rgba16f: half(1, 8, copyHalfs(4)),
  rg16f: half(1, 4, copyHalfs(2)),
  rgb9e5: half(1, 4, decodeRgb9e5),
  bc1: any(8, (data, at, out) => decodeBc1Block(data, at, out, 'opaque')),
  'bc1-cut-out': any(8, (data, at, out) => decodeBc1Block(data, at, out, 'cut-out')),
  bc3: any(16, (data, at, out) => {
    decodeBc1Block(data, at + 8, out, 'four');
    decodeBc4Block(data, at, out, 3);
  }),
  bc4: any(8, (data, at, out) => decodeBc4Block(data, at, out, 0)),
  bc5: any(16, (data, at, out) => {
    decodeBc4Block(data, at, out, 0);
    decodeBc4Block(data, at + 8, out, 1);
  }),
  bc6h: half(4, 16, (data, at, out) => decodeBc6hBlock(data, at, out, false)),
  'bc6h-signed': half(4, 16, (data, at, out) => decodeBc6hBlock(data, at, out, true)),
  bc7: narrow(16, decodeBc7Block),
  'etc2-rgb': narrow(8, decodeEtc2Block),
  'etc2-rgba': narrow(16, (data, at, out) => {
    decodeEtc2Block(data, at + 8, out);
    decodeEacBlock(data, at, out, 3, 8);
  }),
  'eac-r11': any(8, (data, at, out) => decodeEacBlock(data, at, out, 0, 11)),
  'eac-rg11': any(16, (data, at, out) => {
    decodeEacBlock(data, at, out, 0, 11);
    decodeEacBlock(data, at + 8, out, 1, 11);
  }),
  'astc-4x4': any(16, (data, at, out) => decodeAstcBlock(data, at, out, false)),
  'astc-4x4-srgb': any(16, (data, at, out) => decodeAstcBlock(data, at, out, true)),
  'astc-4x4-hdr': half(4, 16, decodeAstcHdrBlock),
  uastc: narrow(16, decodeUastcBlock),
};

/**
 * Decodes the texels of an image, four bytes each, row by row. Throws a FormatError if `bytes` does not have exactly the length of the
 * image.
 *
 * @example
 * const rgba = decodeTexels('bc7', blocks, 256, 256);
 */
export function decodeTexels(format: TexelFormat, bytes: Uint8Array, width: number, height: number): Uint8Array {
  checkLength(format, bytes, width, height);
  const rgba = new Uint8Array(width * height * 4);
  const { size, narrow, any } = DECODERS[format];
  drawBlocks(format, narrow ?? any, bytes, width, height, opaque(new Uint8Array(size * size * 4)), rgba);
  return rgba;
}

/**
 * Like `decodeTexels`, with 16 bits per channel: for BC1, BC3, BC4, BC5, EAC, ASTC and half floats, which have more than 8 bits of
 * precision.
 */
export function decodeTexels16(format: TexelFormat, bytes: Uint8Array, width: number, height: number): Uint16Array {
  const { size, any } = DECODERS[format];
  if (any === undefined) return Uint16Array.from(decodeTexels(format, bytes, width, height), (v) => v * 257);
  checkLength(format, bytes, width, height);
  const rgba = new Uint16Array(width * height * 4);
  drawBlocks(format, any, bytes, width, height, opaque(new Uint16Array(size * size * 4)), rgba);
  return rgba;
}

/**
 * Like `decodeTexels`, as bits of half floats: HDR formats keep values beyond 1. LDR formats run from 0 to 1, in the codes that they store.
 * `fromHalf` converts to numbers.
 *
 * @example
 * const halfs = decodeTexelsHalf('bc6h', blocks, 256, 256);
 */
export function decodeTexelsHalf(format: TexelFormat, bytes: Uint8Array, width: number, height: number): Uint16Array {
  const { size, half } = DECODERS[format];
  if (half === undefined) return decodeTexels16(format, bytes, width, height).map((v) => toHalf(v / 65535));
  checkLength(format, bytes, width, height);
  const rgba = new Uint16Array(width * height * 4);
  const block = new Uint16Array(size * size * 4);
  for (let i = 3; i < block.length; i += 4) block[i] = HALF_ONE;
  drawBlocks(format, half, bytes, width, height, block, rgba);
  return rgba;
}

function checkLength(format: TexelFormat, bytes: Uint8Array, width: number, height: number): void {
  const { size, bytes: blockBytes } = DECODERS[format];
  const wanted = Math.ceil(width / size) * Math.ceil(height / size) * blockBytes;
  if (bytes.byteLength === wanted) return;
  const code = bytes.byteLength < wanted ? 'truncated' : 'trailing-bytes';
  const message = `${width} × ${height} texels of ${format} take ${wanted} bytes, not ${bytes.byteLength}`;
  throw new FormatError(code, Math.min(wanted, bytes.byteLength), message);
}

/** Alpha of formats that have none. */
function opaque<Out extends TexelArray>(block: Out): Out {
  for (let i = 3; i < block.length; i += 4) block[i] = greatestOf(block);
  return block;
}

/** Decodes into `block` and copies texels inside the image to `rgba`. */
function drawBlocks<Out extends TexelArray>(
  format: TexelFormat,
  decode: Decode<Out> | undefined,
  bytes: Uint8Array,
  width: number,
  height: number,
  block: Out,
  rgba: Out,
): void {
  if (decode === undefined) throw new Error(`${format} has no decoder`);
  const { size, bytes: blockBytes } = DECODERS[format];
  for (let y = 0, at = 0; y < height; y += size) {
    const shown = Math.min(size, height - y);
    for (let x = 0; x < width; x += size, at += blockBytes) {
      decode(bytes, at, block);
      const length = Math.min(size, width - x) * 4;
      for (let row = 0; row < shown; row++)
        for (let i = 0, to = ((y + row) * width + x) * 4; i < length; i++)
          rgba[to + i] = block[row * size * 4 + i] ?? 0;
    }
  }
}
