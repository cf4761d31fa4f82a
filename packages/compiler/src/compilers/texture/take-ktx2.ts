// Whether a KTX2 image inside a model is fit to be taken: UASTC that keeps every promise to whoever reads textures of ours. For the target
// astc its blocks are written as ASTC, which loses nothing; for other targets it is decoded.

import { fullLevelCount, readLevel, Supercompression, TransferFunction } from '@assetc/formats';
import { convertUastcToAstc } from '../../encoding/uastc-to-astc.js';
import { loadZstd } from '../../encoding/zstd.js';
import type { TextureMode } from '../../model/texture-params.js';
import { zstdLevelOf } from './compile-texture.js';
import { type OpenedKtx2, refuseDamage, withoutDamage } from './open-ktx2.js';
import type { TextureSettings } from './settings.js';

/** `because`: what the user may want to know; undefined where the settings or the format leave no choice. */
type Fitness = 'fit' | { readonly because: string | undefined };

export function fitnessOf(opened: OpenedKtx2, mode: TextureMode, settings: TextureSettings): Fitness {
  const { ktx, holds } = opened;
  const because = surpriseOf(opened, mode, settings);
  if (because !== undefined) return { because };
  const isLarge = settings.maxSize > 0 && Math.max(ktx.pixelWidth, ktx.pixelHeight) > settings.maxSize;
  const isTarget = settings.target === 'universal' || settings.target === 'astc';
  return holds !== 'uastc' || isLarge || !settings.compress || !isTarget ? { because: undefined } : 'fit';
}

function surpriseOf(opened: OpenedKtx2, mode: TextureMode, settings: TextureSettings): string | undefined {
  const { ktx, holds, orientation, swizzle, fault } = opened;
  if (fault !== undefined) return `breaks a rule of the format (${fault})`;
  if (opened.isVideo) return `is a video of ${ktx.layerCount} frames, of which the first is used`;
  const isSrgb = ktx.dataFormat.basic?.transferFunction === TransferFunction.srgb;
  if (isSrgb !== (mode === 'color'))
    return `is ${isSrgb ? 'sRGB' : 'linear'}, but its use is ${mode === 'color' ? 'sRGB' : 'linear'}`;
  if (orientation !== 'rd') return `is stored with the orientation ${orientation}, not rd`;
  if (swizzle !== 'rgba') return `asks for the swizzle ${swizzle}`;
  if (holds !== 'uastc') return undefined;
  if (ktx.layerCount > 0) return 'is an array with one layer';
  if (opened.isSplit) return 'stores its second channel in alpha, not in green';
  const full = fullLevelCount(ktx);
  if (settings.mips && ktx.levels.length < full) return `has ${ktx.levels.length} of ${full} levels`;
  const scheme = ktx.supercompressionScheme;
  if (scheme !== Supercompression.none && scheme !== Supercompression.zstd) return 'is not compressed with Zstd';
  return undefined;
}

/** The bytes of an image that is fit. `warn` hears of a setting that they do not follow. */
export async function takeKtx2(
  opened: OpenedKtx2,
  settings: TextureSettings,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  const { ref, bytes, ktx, fault } = opened;
  const { supercompress } = settings;
  if (settings.target === 'astc')
    return convertUastcToAstc(ktx, zstdLevelOf(settings)).catch((error: unknown) => refuseDamage(ref, error, fault));
  const isPacked = ktx.supercompressionScheme === Supercompression.zstd;
  if (isPacked) {
    const zstd = await loadZstd();
    withoutDamage(ref, () => {
      for (const level of ktx.levels) readLevel(level, (stored, length) => zstd.decompress(stored, length));
    });
  }
  if (supercompress !== 'auto' && isPacked !== (supercompress === 'zstd'))
    warn(
      `the KTX2 image is ${isPacked ? '' : 'not '}compressed with Zstd, but texture.supercompress is ${supercompress}`,
    );
  // A copy: the bytes may be a view of a whole model.
  return bytes.slice();
}
