// Texel blocks of one image → RGBA. Codes come out as they are stored: sRGB stays sRGB.

import { FormatError } from '../core/format-error.js';
import { decodeBc7Block } from './bc7.js';
import type { TexelFormat } from './texel-format.js';

interface BlockDecoder {
  /** Texels on a side. */
  readonly size: 1 | 4;
  readonly bytes: number;
  /** Writes size² RGBA texels of the block at `at`. */
  decode(data: Uint8Array, at: number, out: Uint8Array): void;
}

function copyRgba8(data: Uint8Array, at: number, out: Uint8Array): void {
  for (let i = 0; i < 4; i++) out[i] = data[at + i] ?? 0;
}

const DECODERS: Readonly<Record<TexelFormat, BlockDecoder>> = {
  rgba8: { size: 1, bytes: 4, decode: copyRgba8 },
  bc7: { size: 4, bytes: 16, decode: decodeBc7Block },
};

/**
 * The texels of an image, four bytes each, row by row. Throws FormatError where `bytes` is not exactly as long as the image takes.
 *
 * @example
 * const rgba = decodeTexels('bc7', blocks, 256, 256);
 */
export function decodeTexels(format: TexelFormat, bytes: Uint8Array, width: number, height: number): Uint8Array {
  const { size, bytes: blockBytes, decode } = DECODERS[format];
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const wanted = columns * rows * blockBytes;
  if (bytes.byteLength !== wanted) {
    const code = bytes.byteLength < wanted ? 'truncated' : 'trailing-bytes';
    const message = `${width} × ${height} texels of ${format} take ${wanted} bytes, not ${bytes.byteLength}`;
    throw new FormatError(code, Math.min(wanted, bytes.byteLength), message);
  }
  const rgba = new Uint8Array(width * height * 4);
  const block = new Uint8Array(size * size * 4);
  for (let row = 0, at = 0; row < rows; row++) {
    const shown = Math.min(size, height - row * size);
    for (let column = 0; column < columns; column++, at += blockBytes) {
      decode(bytes, at, block);
      const length = Math.min(size, width - column * size) * 4;
      const to = (row * size * width + column * size) * 4;
      for (let y = 0; y < shown; y++)
        for (let i = 0; i < length; i++) rgba[to + y * width * 4 + i] = block[y * size * 4 + i] ?? 0;
    }
  }
  return rgba;
}
