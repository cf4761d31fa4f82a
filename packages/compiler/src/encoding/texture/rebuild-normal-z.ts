// Adds Z to two-channel normal maps, for formats that store all three: Z completes X and Y to a unit vector.

import type { Texels } from './decode-texels.js';

export function rebuildNormalZ({ width, height, pixels }: Texels): Texels {
  const out = pixels.slice();
  for (let at = 0; at < out.length; at += 4) {
    const x = ((out[at] ?? 0) / 255) * 2 - 1;
    const y = ((out[at + 1] ?? 0) / 255) * 2 - 1;
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    out[at + 2] = Math.floor(((z + 1) / 2) * 255 + 0.5);
    out[at + 3] = 255;
  }
  return { width, height, pixels: out };
}
