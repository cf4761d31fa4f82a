// Combines separate maps in one image, as glTF packs them: roughness and metallic in G and B, color and opacity in RGB and A.

import { type Image, sharedBytes } from '../../model/image/image.js';
import type { Parallel } from '../parallel.js';
import { resizeImage } from './mip-chain.js';

/**
 * The result has the larger width and height of both. A missing map is 255. Values come from the maps' red channel. `isGlossy`: the roughness
 * is stored as its inverse.
 */
export async function packRoughnessMetallic(
  roughness: Image | undefined,
  metallic: Image | undefined,
  parallel: Parallel,
  isGlossy = false,
): Promise<Image> {
  const width = Math.max(roughness?.width ?? 1, metallic?.width ?? 1);
  const height = Math.max(roughness?.height ?? 1, metallic?.height ?? 1);
  const pixels = sharedBytes(width * height * 4).fill(255);
  for (const [channel, map] of [
    [1, roughness],
    [2, metallic],
  ] as const) {
    if (map === undefined) continue;
    const level = await resizeImage(map, 'linear', width, height, parallel);
    const inverted = channel === 1 && isGlossy ? 255 : 0;
    for (let i = 0; i < pixels.length; i += 4) pixels[i + channel] = (level.pixels[i] ?? 0) ^ inverted;
  }
  return { width, height, pixels, hasAlpha: false };
}

/**
 * The result has the larger width and height of both; missing color is white. Opacity is the map's alpha if it has any, otherwise its brightness
 * as stored: exporters use both conventions. The alpha of the color image is ignored.
 */
export async function packColorOpacity(color: Image | undefined, opacity: Image, parallel: Parallel): Promise<Image> {
  const width = Math.max(color?.width ?? 1, opacity.width);
  const height = Math.max(color?.height ?? 1, opacity.height);
  const pixels = sharedBytes(width * height * 4).fill(255);
  if (color !== undefined) pixels.set((await resizeImage(color, 'color', width, height, parallel)).pixels);
  const mask = (await resizeImage(opacity, 'linear', width, height, parallel)).pixels;
  let hasAlpha = false;
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b, a] = [mask[i] ?? 0, mask[i + 1] ?? 0, mask[i + 2] ?? 0, mask[i + 3] ?? 0];
    const value = opacity.hasAlpha ? a : Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b);
    pixels[i + 3] = value;
    if (value < 255) hasAlpha = true;
  }
  return { width, height, pixels, hasAlpha };
}
