// Decodes level 0 of a KTX2 image to our texel order; mips are generated, as for every other image.

import { decodeEtc1s } from '../../encoding/texture/decode-etc1s.js';
import { decodeTexels, type Texels } from '../../encoding/texture/decode-texels.js';
import { type Image, sharedBytes } from '../../model/image/image.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { applyLayout } from './apply-layout.js';
import { failDamaged, type OpenedKtx2 } from './open-ktx2.js';
import { rebuildZ } from './rebuild-z.js';

export async function ktx2ToImage(opened: OpenedKtx2, mode: TextureMode): Promise<Image> {
  const { width, height, pixels: decoded } = await texelsOf(opened);
  const pixels = sharedBytes(decoded.length);
  pixels.set(decoded);
  let hasAlpha = false;
  for (let i = 3; i < pixels.length && !hasAlpha; i += 4) hasAlpha = pixels[i] !== 255;
  const { orientation, swizzle, hasSecondInAlpha, isTwoChannel } = opened;
  const channels = hasSecondInAlpha && swizzle === 'rgba' ? 'ra01' : swizzle;
  const stored: Image = { width, height, pixels, hasAlpha };
  const image = orientation === 'rd' && channels === 'rgba' ? stored : applyLayout(stored, orientation, channels);
  return isTwoChannel && mode === 'normal' ? rebuildZ(image) : image;
}

async function texelsOf({ ref, bytes, ktx, encoding, fault }: OpenedKtx2): Promise<Texels> {
  try {
    if (encoding === 'etc1s') return await decodeEtc1s(bytes);
    // A single layer is stored like no layers.
    const [base] = await decodeTexels({ ...ktx, layerCount: 0 }, 1);
    if (base === undefined) throw new Error('a KTX2 file has at least one level');
    return base;
  } catch (error) {
    return failDamaged(ref, error, fault);
  }
}
