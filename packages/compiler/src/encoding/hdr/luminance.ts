// How dark and how light a texture of high dynamic range is.

import type { Ktx2 } from '@assetc/formats';
import { decodeHdrImages } from './decode-hdr.js';

interface LuminanceRange {
  readonly least: number;
  readonly most: number;
  readonly mean: number;
  /** That was looked at. */
  readonly level: number;
}

/** Larger levels would take long to decode; the first that has no more texels is taken. */
const MOST_TEXELS = 1 << 24;

/** Of all faces and layers. FormatError where the level is damaged. */
export async function luminanceRange(ktx: Ktx2): Promise<LuminanceRange> {
  const parts = Math.max(1, ktx.layerCount) * ktx.faceCount;
  const texelsOf = (level: number): number =>
    Math.max(1, ktx.pixelWidth >> level) * Math.max(1, ktx.pixelHeight >> level) * parts;
  let level = 0;
  while (level + 1 < ktx.levels.length && texelsOf(level) > MOST_TEXELS) level++;
  let [least, most, sum, count] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const { texels } of await decodeHdrImages(ktx, level)) {
    for (let i = 0; i < texels.length; i += 4) {
      const light = 0.2126 * (texels[i] ?? 0) + 0.7152 * (texels[i + 1] ?? 0) + 0.0722 * (texels[i + 2] ?? 0);
      if (light < least) least = light;
      if (light > most) most = light;
      sum += light;
    }
    count += texels.length / 4;
  }
  return { least: Math.min(least, most), most, mean: sum / Math.max(1, count), level };
}
