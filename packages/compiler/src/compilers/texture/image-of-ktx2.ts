// Level 0 of a KTX2 image that was found fit; mips are made anew, as for every other image.

import { decodeKtx2 } from '@assetc/formats';
import { decodeTexels } from '../../encoding/decode-texels.js';
import { type Image, sharedBytes } from '../../model/image.js';

export async function imageOfKtx2(bytes: Uint8Array): Promise<Image> {
  const [base] = await decodeTexels(decodeKtx2(bytes), 1);
  if (base === undefined) throw new Error('a KTX2 file has at least one level');
  const pixels = sharedBytes(base.pixels.length);
  pixels.set(base.pixels);
  let hasAlpha = false;
  for (let i = 3; i < pixels.length && !hasAlpha; i += 4) hasAlpha = pixels[i] !== 255;
  return { width: base.width, height: base.height, pixels, hasAlpha };
}
