// Decodes whole images of transcoded blocks, and measures them.

import { decodeTexels, type TexelFormat } from '@assetc/formats';

/** ETC1 blocks are ETC2 blocks without its new modes. */
const FORMATS = { bc7: 'bc7', etc1: 'etc2-rgb', etc2: 'etc2-rgba' } as const satisfies Record<string, TexelFormat>;

export const decodeImage = (
  format: keyof typeof FORMATS,
  data: Uint8Array,
  width: number,
  height: number,
): Uint8Array => decodeTexels(FORMATS[format], data, width, height);

/** Peak signal-to-noise ratio in dB over the given channels (R = 1, G = 2, B = 4, A = 8); Infinity if all are equal. */
export function psnr(a: Uint8Array, b: Uint8Array, channels = 15): number {
  let sum = 0;
  let count = 0;
  for (let c = 0; c < 4; c++) {
    if (!((channels >> c) & 1)) continue;
    for (let i = c; i < a.length; i += 4, count++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  }
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * count) / sum);
}
