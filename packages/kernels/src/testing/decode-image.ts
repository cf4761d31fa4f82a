// Decodes whole images of transcoded blocks, and measures them.

import { decodeBc7Block } from './bc7-decode.js';
import { decodeEacAlpha, decodeEtc1Block } from './etc1-decode.js';

type Transcoded = 'bc7' | 'etc1' | 'etc2';

const BLOCK_BYTES: Readonly<Record<Transcoded, number>> = { bc7: 16, etc1: 8, etc2: 16 };

export function decodeImage(format: Transcoded, data: Uint8Array, width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const texels = new Uint8Array(64);
  let at = 0;
  for (let y = 0; y < height; y += 4)
    for (let x = 0; x < width; x += 4, at += BLOCK_BYTES[format]) {
      if (format === 'bc7') decodeBc7Block(data, at, texels);
      else if (format === 'etc1') decodeEtc1Block(data, at, texels);
      else {
        decodeEtc1Block(data, at + 8, texels);
        decodeEacAlpha(data, at, texels);
      }
      const columns = Math.min(4, width - x) * 4;
      for (let row = 0; row < 4 && y + row < height; row++)
        rgba.set(texels.subarray(row * 16, row * 16 + columns), ((y + row) * width + x) * 4);
    }
  return rgba;
}

/** Peak signal-to-noise ratio in dB over the given channels (R = 1, G = 2, B = 4, A = 8); Infinity where all are equal. */
export function psnr(a: Uint8Array, b: Uint8Array, channels = 15): number {
  let sum = 0;
  let count = 0;
  for (let c = 0; c < 4; c++) {
    if (!((channels >> c) & 1)) continue;
    for (let i = c; i < a.length; i += 4, count++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  }
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * count) / sum);
}
