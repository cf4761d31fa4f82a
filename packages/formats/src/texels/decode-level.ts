// One image of a KTX2 file as RGBA: a level, and in it a layer, a face, a slice.

import { FormatError } from '../core/format-error.js';
import { levelByteLength, texelBlockOf } from '../ktx2/level-layout.js';
import type { Ktx2 } from '../ktx2/model.js';
import { decodeTexels, decodeTexelsHalf } from './decode-texels.js';
import { type TexelFormat, texelFormatOf } from './texel-format.js';

/** Identifies an image of a texture. Defaults are 0. */
export interface TextureImage {
  /** 0 is the largest. */
  readonly level?: number;
  readonly layer?: number;
  readonly face?: number;
  /** Of a 3D texture. */
  readonly slice?: number;
}

/** The result of `decodeTextureLevel`. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** Four bytes per texel, row by row. */
  readonly rgba: Uint8Array;
}

/**
 * Decodes an image of an opened file. `levelBytes` is the whole decompressed level, as `readLevel` returns it. Channels that a format lacks
 * are 0, alpha 255; a KTXswizzle is not applied. Throws a FormatError if the bytes do not match or the format is not supported.
 *
 * @example
 * const ktx = decodeKtx2(file);
 * const { rgba, width, height } = decodeTextureLevel(ktx, readLevel(ktx.levels[1], decompress), { level: 1 });
 */
export function decodeTextureLevel(ktx: Ktx2, levelBytes: Uint8Array, image: TextureImage = {}): DecodedImage {
  const { format, bytes, width, height } = findImage(ktx, levelBytes, image);
  return { width, height, rgba: decodeTexels(format, bytes, width, height) };
}

/** The result of `decodeHdrLevel`. */
export interface DecodedHdrImage {
  readonly width: number;
  readonly height: number;
  /** The bits of four half floats per texel, row by row. */
  readonly halfs: Uint16Array;
}

/**
 * Like `decodeTextureLevel`, with the full range of HDR formats (`HdrFormat`, and signed BC6H); other formats run from 0 to 1, in the codes
 * that they store. `fromHalf` converts to numbers.
 */
export function decodeHdrLevel(ktx: Ktx2, levelBytes: Uint8Array, image: TextureImage = {}): DecodedHdrImage {
  const { format, bytes, width, height } = findImage(ktx, levelBytes, image);
  return { width, height, halfs: decodeTexelsHalf(format, bytes, width, height) };
}

interface FoundImage {
  readonly format: TexelFormat;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function findImage(ktx: Ktx2, levelBytes: Uint8Array, image: TextureImage): FoundImage {
  const { level = 0, layer = 0, face = 0, slice = 0 } = image;
  const format = texelFormatOf(ktx);
  const block = texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  if (format === undefined || block === undefined)
    throw new FormatError('unsupported', 12, `texels of vkFormat ${ktx.vkFormat} are not decoded`);
  const layers = Math.max(1, ktx.layerCount);
  const slices = Math.max(1, ktx.pixelDepth >> level);
  const isInside = (index: number, count: number): boolean => Number.isInteger(index) && index >= 0 && index < count;
  if (
    !isInside(level, ktx.levels.length) ||
    !isInside(layer, layers) ||
    !isInside(face, ktx.faceCount) ||
    !isInside(slice, slices)
  )
    throw new RangeError(`the texture has no image at level ${level}, layer ${layer}, face ${face}, slice ${slice}`);
  const wanted = levelByteLength(block, ktx, level);
  if (levelBytes.byteLength !== wanted) {
    const code = levelBytes.byteLength < wanted ? 'truncated' : 'trailing-bytes';
    const message = `level ${level} takes ${wanted} bytes, not ${levelBytes.byteLength}`;
    throw new FormatError(code, ktx.levels[level]?.byteOffset ?? 0, message);
  }
  const imageBytes = wanted / (layers * ktx.faceCount * slices);
  const start = ((layer * ktx.faceCount + face) * slices + slice) * imageBytes;
  const width = Math.max(1, ktx.pixelWidth >> level);
  const height = Math.max(1, ktx.pixelHeight >> level);
  return { format, bytes: levelBytes.subarray(start, start + imageBytes), width, height };
}
