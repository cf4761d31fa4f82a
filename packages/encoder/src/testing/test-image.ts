// An image with gradients, edges, noise and, on request, alpha of every value.

import type { SourceImage } from '../encode-options.js';

export function testImage(width: number, height: number, alpha = false): SourceImage & { readonly data: Uint8Array } {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = Math.imul(x * 31 + y * 17 + 5, 2654435761) >>> 27;
      const tile = ((x >> 4) ^ (y >> 4)) & 1 ? 60 : 0;
      const at = (y * width + x) * 4;
      data[at] = Math.min(255, ((x * 255) / width) * 0.6 + tile + noise);
      data[at + 1] = Math.min(255, ((y * 255) / height) * 0.7 + noise);
      data[at + 2] = 200 - tile + (noise >> 1);
      data[at + 3] = alpha ? ((x ^ y) * 5) & 255 : 255;
    }
  return { width, height, data };
}
