// The luminance range of an HDR texture.

import type { Ktx2 } from '@assetc/formats';
import { decodeHdrImages } from './decode-hdr.js';

interface LuminanceRange {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** The level that was measured. */
  readonly level: number;
}

/** Larger levels take too long to decode; the first level with at most this many texels is measured. */
const MAX_TEXELS = 1 << 24;

/** Covers all faces and layers. Throws FormatError if the level is damaged. */
export async function luminanceRange(ktx: Ktx2): Promise<LuminanceRange> {
  const imageCount = Math.max(1, ktx.layerCount) * ktx.faceCount;
  const texelsOf = (level: number): number =>
    Math.max(1, ktx.pixelWidth >> level) * Math.max(1, ktx.pixelHeight >> level) * imageCount;
  let level = 0;
  while (level + 1 < ktx.levels.length && texelsOf(level) > MAX_TEXELS) level++;
  let [least, max, sum, count] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const { texels } of await decodeHdrImages(ktx, level)) {
    for (let i = 0; i < texels.length; i += 4) {
      const light = 0.2126 * (texels[i] ?? 0) + 0.7152 * (texels[i + 1] ?? 0) + 0.0722 * (texels[i + 2] ?? 0);
      if (light < least) least = light;
      if (light > max) max = light;
      sum += light;
    }
    count += texels.length / 4;
  }
  return { min: Math.min(least, max), max, mean: sum / Math.max(1, count), level };
}
