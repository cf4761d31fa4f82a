// The PSNR of a compiled texture, exactly as `texture.quality` measures it: level 0, over the channels that its use has.

import { decodeKtx2, FormatError } from '@assetc/formats';
import { modeOf, textureSettings } from '../../compilers/texture/settings.js';
import { decodeImages, type Texels } from '../../encoding/texture/decode-texels.js';
import { channelsOf, measure, premultiplied } from '../../encoding/texture/measure-quality.js';
import { readTextureParams } from '../../model/image/texture-params.js';
import { type ResolvedSettings, settingsIn } from '../../model/kind/setting.js';
import type { Json } from '../../model/text/json.js';

/** Undefined if one of the files cannot be decoded to RGBA8. `unencoded`: the same texture with texels instead of blocks. */
export async function measurePsnr(
  ktx2: Uint8Array,
  unencoded: Uint8Array,
  params: Json,
  settings: ResolvedSettings,
): Promise<number | undefined> {
  const { mode: named, alpha } = readTextureParams(params);
  const mode = modeOf(settingsIn(settings, textureSettings), named);
  try {
    const [images, originals] = await Promise.all([largestOf(ktx2), largestOf(unencoded)]);
    if (images.length !== originals.length) return undefined;
    const hasAlpha = originals.some(({ pixels }) => isTransparent(pixels));
    const hidesColor = mode === 'color' && hasAlpha && (alpha === undefined || alpha === 'hides');
    const asDrawn = (image: Texels): Texels => (hidesColor ? { ...image, pixels: premultiplied(image.pixels) } : image);
    const pairs = originals.flatMap((original, n) => {
      const image = images[n];
      const isSameSize = image?.width === original.width && image.height === original.height;
      return image !== undefined && isSameSize ? [[asDrawn(original), asDrawn(image)] as const] : [];
    });
    return pairs.length === originals.length ? measure('psnr', pairs, channelsOf(mode, hasAlpha)) : undefined;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

const largestOf = async (ktx2: Uint8Array): Promise<readonly Texels[]> =>
  (await decodeImages(decodeKtx2(ktx2), 1)).flatMap(([level]) => (level === undefined ? [] : [level]));

function isTransparent(pixels: Uint8Array): boolean {
  for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 255) return true;
  return false;
}
