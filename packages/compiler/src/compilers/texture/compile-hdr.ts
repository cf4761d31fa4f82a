// Compiles HDR images to KTX2 files in linear light. Settings that have no meaning for them (alphaCoverage, bc, metric, mipFilter, rdo) are
// ignored.

import type { HdrFormat } from '@assetc/formats';
import { encodeHdrTextures, type HdrTextureOptions, hdrFormatFor } from '../../encoding/hdr/encode-hdr-textures.js';
import { buildHdrLevels } from '../../encoding/hdr/hdr-levels.js';
import type { Parallel } from '../../encoding/parallel.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { HdrImage } from '../../model/image/hdr-image.js';
import { levelOf } from '../../model/image/texture-quality.js';
import { zstdLevelOf } from './compile-texture.js';
import type { TextureSettings } from './settings.js';

/** One file for the settings, and one for each of `otherSettings`, which share the same levels. */
export async function compileHdr(
  image: HdrImage,
  settings: TextureSettings,
  otherSettings: readonly TextureSettings[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const levels = await buildHdrLevels(image, settings, parallel);
  const surfaces = { levels, faceCount: 1, layerCount: 0, hasAlpha: image.hasAlpha } as const;
  return encodeHdrTextures(surfaces, [settings, ...otherSettings].map(hdrOptions), parallel);
}

/** The encoding options for HDR textures. */
export const hdrOptions = (settings: TextureSettings): HdrTextureOptions => ({
  compress: settings.compress,
  target: settings.target,
  astc: settings.astc,
  hdrRaw: settings.hdrRaw,
  quality: levelOf(settings.quality),
  rawZstdLevel: ZSTD_LEVELS[levelOf(settings.quality)],
  blockZstdLevel: zstdLevelOf({ ...settings, rdo: 0 }),
});

/** The format that the texture would have without alpha; undefined if alpha makes no difference. */
export function formatLostToAlpha(settings: TextureSettings): Exclude<HdrFormat, 'rgba16f'> | undefined {
  const without = hdrFormatFor(settings, false);
  return without === 'rgba16f' ? undefined : without;
}

const MAX_HALF = 65504;

/** The number of values too large for a half. */
export function countTooBright({ pixels }: HdrImage): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i++) if ((pixels[i] ?? 0) > MAX_HALF) count++;
  return count;
}
