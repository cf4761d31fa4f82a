// Decides whether a KTX2 image inside a model can be reused: it must be UASTC that satisfies everything that readers of our textures rely on. For
// the target astc, its blocks are converted to ASTC without loss; for other targets it is decoded.

import { fullLevelCount, readLevel, Supercompression, TransferFunction } from '@assetc/formats';
import { convertUastcToAstc } from '../../encoding/texture/uastc-to-astc.js';
import { loadZstd } from '../../encoding/zstd.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { zstdLevelOf } from './compile-texture.js';
import { failDamaged, type OpenedKtx2, reportDamage } from './open-ktx2.js';
import type { TextureSettings } from './settings.js';

/** `reason`: for a warning; undefined if the settings or the format leave no choice. */
type Reusability = 'reusable' | { readonly reason: string | undefined };

export function reusabilityOf(opened: OpenedKtx2, mode: TextureMode, settings: TextureSettings): Reusability {
  const { ktx, encoding } = opened;
  const reason = notReusableReason(opened, mode, settings);
  if (reason !== undefined) return { reason };
  const isLarge = settings.maxSize > 0 && Math.max(ktx.pixelWidth, ktx.pixelHeight) > settings.maxSize;
  const isByNumber = typeof settings.quality !== 'string';
  const isTarget = settings.target === 'universal' || (settings.target === 'astc' && settings.astc === '4x4');
  return encoding !== 'uastc' || isLarge || !settings.compress || !isTarget || isByNumber
    ? { reason: undefined }
    : 'reusable';
}

function notReusableReason(opened: OpenedKtx2, mode: TextureMode, settings: TextureSettings): string | undefined {
  const { ktx, encoding, orientation, swizzle, fault } = opened;
  if (fault !== undefined) return `breaks a rule of the format (${fault})`;
  if (opened.isVideo) return `is a video of ${ktx.layerCount} frames, of which the first is used`;
  const isSrgb = ktx.dataFormat.basic?.transferFunction === TransferFunction.srgb;
  if (isSrgb !== (mode === 'color'))
    return `is ${isSrgb ? 'sRGB' : 'linear'}, but its use is ${mode === 'color' ? 'sRGB' : 'linear'}`;
  if (orientation !== 'rd') return `is stored with the orientation ${orientation}, not rd`;
  if (swizzle !== 'rgba') return `asks for the swizzle ${swizzle}`;
  if (encoding !== 'uastc') return undefined;
  if (ktx.layerCount > 0) return 'is an array with one layer';
  if (opened.hasSecondInAlpha) return 'stores its second channel in alpha, not in green';
  const fullCount = fullLevelCount(ktx);
  if (settings.mips && ktx.levels.length < fullCount) return `has ${ktx.levels.length} of ${fullCount} levels`;
  const scheme = ktx.supercompressionScheme;
  if (scheme !== Supercompression.none && scheme !== Supercompression.zstd) return 'is not compressed with Zstd';
  return undefined;
}

/** The bytes of a reusable image. `warn` is called for a setting that they do not follow. */
export async function reuseKtx2(
  opened: OpenedKtx2,
  settings: TextureSettings,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  const { ref, bytes, ktx, fault } = opened;
  const { supercompress } = settings;
  if (settings.target === 'astc')
    return convertUastcToAstc(ktx, zstdLevelOf(settings)).catch((error: unknown) => failDamaged(ref, error, fault));
  const isPacked = ktx.supercompressionScheme === Supercompression.zstd;
  if (isPacked) {
    const zstd = await loadZstd();
    reportDamage(ref, () => {
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
