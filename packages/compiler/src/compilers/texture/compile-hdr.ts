// Images of high dynamic range → KTX2 files in linear light. What of the settings has no meaning for them (alphaCoverage, bc, metric, mipFilter, rdo)
// changes nothing.

import type { HdrFormat } from '@assetc/formats';
import { encodeHdrTextures, type HdrTextureOptions, hdrFormatFor } from '../../encoding/hdr/encode-hdr-textures.js';
import { buildHdrLevels } from '../../encoding/hdr/hdr-levels.js';
import type { Parallel } from '../../encoding/parallel.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { HdrImage } from '../../model/hdr-image.js';
import { zstdLevelOf } from './compile-texture.js';
import type { TextureSettings } from './settings.js';

/** A file by the settings, and one by each of `others`, which `sharesLevels` with them. */
export async function compileHdr(
  image: HdrImage,
  settings: TextureSettings,
  others: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const levels = await buildHdrLevels(image, settings, parallel);
  const surfaces = { levels, faceCount: 1, layerCount: 0, hasAlpha: image.hasAlpha } as const;
  return encodeHdrTextures(surfaces, [settings, ...others].map(hdrOptions), parallel);
}

/** How the settings have textures of high dynamic range encoded. */
export const hdrOptions = (settings: TextureSettings): HdrTextureOptions => ({
  compress: settings.compress,
  target: settings.target,
  hdrRaw: settings.hdrRaw,
  quality: settings.quality,
  rawZstdLevel: ZSTD_LEVELS[settings.quality],
  blockZstdLevel: zstdLevelOf({ ...settings, rdo: 0 }),
});

/** What alpha costs; undefined: nothing, as the file would have room for it anyway. */
export function priceOfAlpha(settings: TextureSettings): Exclude<HdrFormat, 'rgba16f'> | undefined {
  const without = hdrFormatFor(settings, false);
  return without === 'rgba16f' ? undefined : without;
}

const MAX_HALF = 65504;

/** How many values no half holds. */
export function countTooBright({ pixels }: HdrImage): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i++) if ((pixels[i] ?? 0) > MAX_HALF) count++;
  return count;
}
