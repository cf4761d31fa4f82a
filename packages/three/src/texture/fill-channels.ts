// Fills in the channels of RGBA8 textures that a format with fewer channels leaves to the sampler.

import type { TextureLevel } from './texture-data.js';

type Texels = TextureLevel['data'];

/** Z of unit vectors, from X and Y. */
export function fillZ(rgba: Texels): void {
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const x = (rgba[at] ?? 0) / 127.5 - 1;
    const y = (rgba[at + 1] ?? 0) / 127.5 - 1;
    rgba[at + 2] = Math.round(Math.sqrt(Math.max(0, 1 - x * x - y * y)) * 127.5 + 127.5);
  }
}

/** Copies red to green and blue. */
export function fillGray(rgba: Texels): void {
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    rgba[at + 1] = rgba[at] ?? 0;
    rgba[at + 2] = rgba[at] ?? 0;
  }
}
