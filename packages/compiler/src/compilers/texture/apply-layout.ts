// Converts texels of a KTX2 with orientation and swizzle to our order: rows from the top, columns from the left, channels in place.

import type { Image } from '../../model/image/image.js';
import { sharedBytes } from '../../model/image/image.js';

/** `orientation` as in KTX2: `r` or `l`, then `d` or `u`; `swizzle`: four of `rgba01`. */
export function applyLayout(image: Image, orientation: string, swizzle: string): Image {
  const { width, height, pixels } = image;
  if (pixels instanceof Uint16Array) throw new Error('a UASTC image has 8 bits');
  const [flipX, flipY] = [orientation[0] === 'l', orientation[1] === 'u'];
  const channels = Array.from(swizzle, (c) => 'rgba01'.indexOf(c));
  const out = sharedBytes(pixels.length);
  let hasAlpha = false;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = ((flipY ? height - 1 - y : y) * width + (flipX ? width - 1 - x : x)) * 4;
      const to = (y * width + x) * 4;
      for (let c = 0; c < 4; c++) {
        const channel = channels[c] ?? c;
        out[to + c] = channel === 5 ? 255 : channel === 4 ? 0 : (pixels[from + channel] ?? 0);
      }
      hasAlpha ||= out[to + 3] !== 255;
    }
  return { width, height, pixels: out, hasAlpha: hasAlpha };
}
