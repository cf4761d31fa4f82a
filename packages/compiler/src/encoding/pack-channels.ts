// A roughness and a metallic map in one image, as glTF packs them: G and B, red and alpha full.

import { type Image, sharedBytes } from '../model/image.js';
import { resizeLinear } from './mip-chain.js';
import type { Parallel } from './parallel.js';

/** The larger width and height of both; an absent map is 255. Values are the maps' red. */
export async function packRoughnessMetallic(
  roughness: Image | undefined,
  metallic: Image | undefined,
  parallel: Parallel,
): Promise<Image> {
  const width = Math.max(roughness?.width ?? 1, metallic?.width ?? 1);
  const height = Math.max(roughness?.height ?? 1, metallic?.height ?? 1);
  const pixels = sharedBytes(width * height * 4).fill(255);
  for (const [channel, map] of [
    [1, roughness],
    [2, metallic],
  ] as const) {
    if (map === undefined) continue;
    const level = await resizeLinear(map, width, height, parallel);
    for (let i = 0; i < pixels.length; i += 4) pixels[i + channel] = level.pixels[i] ?? 0;
  }
  return { width, height, pixels, hasAlpha: false };
}
