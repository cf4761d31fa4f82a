// Restores Z of normals that store only X and Y, from their unit length. Needed because mips are averages of whole normals.

import { type Image, sharedBytes } from '../../model/image/image.js';

export function rebuildZ(image: Image): Image {
  const { pixels } = image;
  if (pixels instanceof Uint16Array) throw new Error('a KTX2 image has 8 bits');
  const out = sharedBytes(pixels.length);
  out.set(pixels);
  for (let i = 0; i < out.length; i += 4) {
    const x = (out[i] ?? 0) / 127.5 - 1;
    const y = (out[i + 1] ?? 0) / 127.5 - 1;
    out[i + 2] = Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5);
  }
  return { ...image, pixels: out };
}
