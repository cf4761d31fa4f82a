// Level 0 of a KTX2 image as texels that lie as ours do; mips are made anew, as for every other image.

import { decodeEtc1s } from '../../encoding/decode-etc1s.js';
import { decodeTexels, type Texels } from '../../encoding/decode-texels.js';
import { type Image, sharedBytes } from '../../model/image.js';
import type { TextureMode } from '../../model/texture-params.js';
import { type OpenedKtx2, refuseDamage } from './open-ktx2.js';
import { rebuildZ } from './rebuild-z.js';
import { straighten } from './straighten.js';

export async function imageOfKtx2(opened: OpenedKtx2, mode: TextureMode): Promise<Image> {
  const { width, height, pixels: decoded } = await texelsOf(opened);
  const pixels = sharedBytes(decoded.length);
  pixels.set(decoded);
  let hasAlpha = false;
  for (let i = 3; i < pixels.length && !hasAlpha; i += 4) hasAlpha = pixels[i] !== 255;
  const { orientation, swizzle, isSplit, isPair } = opened;
  const channels = isSplit && swizzle === 'rgba' ? 'ra01' : swizzle;
  const stored: Image = { width, height, pixels, hasAlpha };
  const image = orientation === 'rd' && channels === 'rgba' ? stored : straighten(stored, orientation, channels);
  return isPair && mode === 'normal' ? rebuildZ(image) : image;
}

async function texelsOf({ ref, bytes, ktx, holds, fault }: OpenedKtx2): Promise<Texels> {
  try {
    if (holds === 'etc1s') return await decodeEtc1s(bytes);
    // One layer lies as none does.
    const [base] = await decodeTexels({ ...ktx, layerCount: 0 }, 1);
    if (base === undefined) throw new Error('a KTX2 file has at least one level');
    return base;
  } catch (error) {
    return refuseDamage(ref, error, fault);
  }
}
