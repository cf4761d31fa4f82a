// Transcodes UASTC HDR 4×4 blocks to what a GPU reads. assetc.h has the same functions and gives the same bytes.

import { FormatError } from '../core/format-error.js';
import { decodeUastcHdrBlock } from './astc.js';
import { packBc6h } from './pack-bc6h.js';

/** The targets for UASTC HDR. `astc-hdr` is a copy and `rgba16f` is lossless. */
export type HdrTarget = 'astc-hdr' | 'bc6h' | 'rgba16f';

/** One decompressed level, as `readLevel` returns it: one image or several of the same size, each of whole blocks. */
interface HdrLevel {
  readonly bytes: Uint8Array;
  /** Size of this level, in texels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Transcodes to blocks of the target, image after image, or with `rgba16f` to half floats row by row. A block that is not UASTC HDR becomes
 * magenta. Throws a FormatError if the bytes are not whole images of that size.
 *
 * @example
 * const blocks = transcodeHdr({ bytes: readLevel(level, decompress), width: 512, height: 512 }, 'bc6h');
 */
export function transcodeHdr({ bytes, width, height }: HdrLevel, to: HdrTarget): Uint8Array {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const imageBytes = columns * rows * 16;
  if (imageBytes === 0 || bytes.byteLength === 0 || bytes.byteLength % imageBytes !== 0) {
    const code = bytes.byteLength < imageBytes ? 'truncated' : 'trailing-bytes';
    const message = `${width} × ${height} texels of UASTC HDR take ${imageBytes} bytes, not ${bytes.byteLength}`;
    throw new FormatError(code, bytes.byteLength, message);
  }
  if (to === 'astc-hdr') return bytes.slice();
  const halfs = new Uint16Array(64);
  if (to === 'bc6h') {
    const blocks = new Uint8Array(bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; at += 16)
      packBc6h(halfs, Math.max(0, decodeUastcHdrBlock(bytes, at, halfs)), blocks, at);
    return blocks;
  }
  const images = bytes.byteLength / imageBytes;
  const texels = new DataView(new ArrayBuffer(width * height * images * 8));
  for (let block = 0; block < bytes.byteLength / 16; block++) {
    decodeUastcHdrBlock(bytes, block * 16, halfs);
    const [x, row] = [(block % columns) * 4, Math.floor(block / columns)];
    const top = Math.floor(row / rows) * height;
    for (let i = 0; i < 64; i++) {
      const [column, line] = [x + ((i >> 2) & 3), (row % rows) * 4 + (i >> 4)];
      if (column < width && line < height)
        texels.setUint16((((top + line) * width + column) * 4 + (i & 3)) * 2, halfs[i] ?? 0, true);
    }
  }
  return new Uint8Array(texels.buffer);
}
