// Splits a specular-glossiness map: specular color is in RGB, glossiness in alpha.

import type { Image } from '../model/image/image.js';

/** The colors with alpha set to opaque: mip filters would take glossiness for opacity. */
export function extractSpecular(image: Image): Image {
  const { pixels } = image;
  const maxValue = maxValueOf(pixels);
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = maxValue;
  return { ...image, hasAlpha: false };
}

/** Roughness, the inverse of glossiness, in G of a map that is not metallic. */
export function extractRoughness({ colors: _, ...image }: Image, glossinessFactor: number): Image {
  const { pixels } = image;
  const maxValue = maxValueOf(pixels);
  for (let i = 0; i < pixels.length; i += 4) {
    const gloss = Math.round((pixels[i + 3] ?? 0) * glossinessFactor);
    pixels[i] = 0;
    pixels[i + 1] = maxValue - Math.min(maxValue, Math.max(0, gloss));
    pixels[i + 2] = 0;
    pixels[i + 3] = maxValue;
  }
  return { ...image, hasAlpha: false };
}

const maxValueOf = (pixels: Uint8Array | Uint16Array): number => (pixels instanceof Uint16Array ? 0xffff : 0xff);
