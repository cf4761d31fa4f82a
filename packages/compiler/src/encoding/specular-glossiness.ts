// A specular-glossiness map taken apart: specular colour in RGB, glossiness in alpha.

import type { Image } from '../model/image.js';

/** The colours without the glossiness, which filters would take for opacity. */
export function specularPart(image: Image): Image {
  const { pixels } = image;
  const full = fullOf(pixels);
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = full;
  return { ...image, hasAlpha: false };
}

/** The glossiness turned round, as roughness in G of a map that is not metallic. */
export function roughnessPart({ colors: _, ...image }: Image, glossinessFactor: number): Image {
  const { pixels } = image;
  const full = fullOf(pixels);
  for (let i = 0; i < pixels.length; i += 4) {
    const gloss = Math.round((pixels[i + 3] ?? 0) * glossinessFactor);
    pixels[i] = 0;
    pixels[i + 1] = full - Math.min(full, Math.max(0, gloss));
    pixels[i + 2] = 0;
    pixels[i + 3] = full;
  }
  return { ...image, hasAlpha: false };
}

const fullOf = (pixels: Uint8Array | Uint16Array): number => (pixels instanceof Uint16Array ? 0xffff : 0xff);
