// Converts an 8- or 16-bit image to linear light. Transparent texels become darker: nothing is behind a sky.

import { toneTable } from '../../encoding/texture/tone-table.js';
import { type HdrImage, sharedFloats } from '../../model/image/hdr-image.js';
import type { Image } from '../../model/image/image.js';

/** `transfer`: how the stored values relate to light. */
export function imageToHdr({ width, height, pixels, hasAlpha }: Image, transfer: 'srgb' | 'linear'): HdrImage {
  const codes = pixels instanceof Uint16Array ? 65536 : 256;
  const table =
    transfer === 'srgb'
      ? toneTable({ shape: 'srgb' }, codes)
      : Float64Array.from({ length: codes }, (_, code) => code / (codes - 1));
  const out = sharedFloats(pixels.length);
  for (let at = 0; at < out.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / (codes - 1);
    for (let k = 0; k < 3; k++) out[at + k] = (table[pixels[at + k] ?? 0] ?? 0) * alpha;
    out[at + 3] = alpha;
  }
  return { width, height, pixels: out, hasAlpha };
}
