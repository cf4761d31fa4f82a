// Texel blocks of one image → RGBA. Values are not converted: sRGB stays sRGB.

import { fromHalf, toHalf } from '../codec/half-float.js';
import { FormatError } from '../core/format-error.js';
import { ASTC_FOOTPRINTS } from '../ktx2/vk-format.js';
import { decodeAstcBlock, decodeAstcHdrBlock } from './astc.js';
import { astcTables } from './astc-footprint.js';
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
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** For formats with at most 8 bits of precision. */
  readonly narrow?: Decode<Uint8Array>;
  /** For formats with more. */
  readonly any?: Decode<TexelArray>;
  /** For HDR formats: the bits of half floats. */
  readonly half?: Decode<Uint16Array>;
}

const ONE = { width: 1, height: 1 };
const FOUR = { width: 4, height: 4 };

const narrow = (bytes: number, decode: Decode<Uint8Array>): BlockDecoder => ({ ...FOUR, bytes, narrow: decode });
const any = (bytes: number, decode: Decode<TexelArray>): BlockDecoder => ({ ...FOUR, bytes, any: decode });

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
function half(size: typeof ONE, bytes: number, decode: Decode<Uint16Array>): BlockDecoder {
  const halfs = new Uint16Array(size.width * size.height * 4);
  return {
    ...size,
    bytes,
    half: decode,
    any: (data, at, out) => {
      for (let i = 3; i < halfs.length; i += 4) halfs[i] = HALF_ONE;
      decode(data, at, halfs);
      for (let i = 0; i < halfs.length; i++) out[i] = roundHalf(halfs[i] ?? 0, greatestOf(out));
    },
  };
}

const DECODERS: Readonly<Partial<Record<TexelFormat, BlockDecoder>>> = {
  rgba8: { ...ONE, bytes: 4, narrow: copyBytes(4) },
  rgb8: { ...ONE, bytes: 3, narrow: copyBytes(3) },
  rgba16f: half(ONE, 8, copyHalfs(4)),
  rg16f: half(ONE, 4, copyHalfs(2)),
  rgb9e5: half(ONE, 4, decodeRgb9e5),
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
  bc6h: half(FOUR, 16, (data, at, out) => decodeBc6hBlock(data, at, out, false)),
  'bc6h-signed': half(FOUR, 16, (data, at, out) => decodeBc6hBlock(data, at, out, true)),
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
  uastc: narrow(16, decodeUastcBlock),
};

const astcDecoders = new Map<TexelFormat, BlockDecoder>();
for (const footprint of ASTC_FOOTPRINTS) {
  const size = astcTables(footprint);
  const { width, height } = size;
  const ldr = (isSrgb: boolean): BlockDecoder => ({
    width,
    height,
    bytes: 16,
    any: (data, at, out) => decodeAstcBlock(data, at, out, isSrgb, size),
  });
  astcDecoders.set(`astc-${footprint}`, ldr(false));
  astcDecoders.set(`astc-${footprint}-srgb`, ldr(true));
  const decodeHdr: Decode<Uint16Array> = (data, at, out) => decodeAstcHdrBlock(data, at, out, size);
  astcDecoders.set(`astc-${footprint}-hdr`, half(size, 16, decodeHdr));
}

function decoderOf(format: TexelFormat): BlockDecoder {
  const decoder = DECODERS[format] ?? astcDecoders.get(format);
  if (decoder === undefined) throw new Error(`${format} has no decoder`);
  return decoder;
}

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
  const decoder = decoderOf(format);
  const { narrow, any } = decoder;
  drawBlocks(decoder, narrow ?? any, bytes, width, height, opaque(new Uint8Array(blockValues(decoder))), rgba);
  return rgba;
}

/**
 * Like `decodeTexels`, with 16 bits per channel: for BC1, BC3, BC4, BC5, EAC, ASTC and half floats, which have more than 8 bits of
 * precision.
 */
export function decodeTexels16(format: TexelFormat, bytes: Uint8Array, width: number, height: number): Uint16Array {
  const decoder = decoderOf(format);
  const { any } = decoder;
  if (any === undefined) return Uint16Array.from(decodeTexels(format, bytes, width, height), (v) => v * 257);
  checkLength(format, bytes, width, height);
  const rgba = new Uint16Array(width * height * 4);
  drawBlocks(decoder, any, bytes, width, height, opaque(new Uint16Array(blockValues(decoder))), rgba);
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
  const decoder = decoderOf(format);
  const { half } = decoder;
  if (half === undefined) return decodeTexels16(format, bytes, width, height).map((v) => toHalf(v / 65535));
  checkLength(format, bytes, width, height);
  const rgba = new Uint16Array(width * height * 4);
  const block = new Uint16Array(blockValues(decoder));
  for (let i = 3; i < block.length; i += 4) block[i] = HALF_ONE;
  drawBlocks(decoder, half, bytes, width, height, block, rgba);
  return rgba;
}

function checkLength(format: TexelFormat, bytes: Uint8Array, width: number, height: number): void {
  const block = decoderOf(format);
  const wanted = Math.ceil(width / block.width) * Math.ceil(height / block.height) * block.bytes;
  if (bytes.byteLength === wanted) return;
  const code = bytes.byteLength < wanted ? 'truncated' : 'trailing-bytes';
  const message = `${width} × ${height} texels of ${format} take ${wanted} bytes, not ${bytes.byteLength}`;
  throw new FormatError(code, Math.min(wanted, bytes.byteLength), message);
}

/** Values of a block's texels. */
const blockValues = ({ width, height }: BlockDecoder): number => width * height * 4;

/** Alpha of formats that have none. */
function opaque<Out extends TexelArray>(block: Out): Out {
  for (let i = 3; i < block.length; i += 4) block[i] = greatestOf(block);
  return block;
}

/** Decodes into `block` and copies texels inside the image to `rgba`. */
function drawBlocks<Out extends TexelArray>(
  size: BlockDecoder,
  decode: Decode<Out> | undefined,
  bytes: Uint8Array,
  width: number,
  height: number,
  block: Out,
  rgba: Out,
): void {
  if (decode === undefined) throw new Error('a format without a decoder of this precision');
  for (let y = 0, at = 0; y < height; y += size.height) {
    const shown = Math.min(size.height, height - y);
    for (let x = 0; x < width; x += size.width, at += size.bytes) {
      decode(bytes, at, block);
      const length = Math.min(size.width, width - x) * 4;
      for (let row = 0; row < shown; row++)
        for (let i = 0, to = ((y + row) * width + x) * 4; i < length; i++)
          rgba[to + i] = block[row * size.width * 4 + i] ?? 0;
    }
  }
}
