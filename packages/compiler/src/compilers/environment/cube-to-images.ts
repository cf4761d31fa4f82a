// Converts the linear light of a cube to 8-bit images; light above 1 is clipped.

import { srgbCodes } from '../../encoding/texture/srgb-codes.js';
import { type Image, sharedBytes } from '../../model/image/image.js';
import type { CubeLevel } from './prefilter.js';

export function cubeToImages({ size, texels }: CubeLevel, transfer: 'srgb' | 'linear'): readonly Image[] {
  const length = size * size * 4;
  const { thresholds, starts, steps } = srgbCodes(256);
  const codeOf = (light: number): number => {
    const inside = Math.min(1, light);
    if (transfer === 'linear') return Math.floor(inside * 255 + 0.5);
    let found = starts[Math.floor(inside * steps)] ?? 0;
    while (inside >= (thresholds[found + 1] ?? 2)) found++;
    return found;
  };
  return [0, 1, 2, 3, 4, 5].map((face) => {
    const pixels = sharedBytes(length);
    for (let at = 0; at < length; at++) pixels[at] = at % 4 === 3 ? 255 : codeOf(texels[face * length + at] ?? 0);
    return { width: size, height: size, pixels, hasAlpha: false };
  });
}
