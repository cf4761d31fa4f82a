// An image → vkguide's `.tx`: raw texels, never swizzled, level 0 alone or one page for each mip.

import { decodeKtx2 } from '@assetc/formats';
import { encodeVkguideTexture } from '@assetc/formats/vkguide';
import { decodeTexels } from '../../encoding/decode-texels.js';
import type { Parallel } from '../../encoding/parallel.js';
import { type Image, sharedBytes } from '../../model/image.js';
import { buildSurfaces, type TextureRequest } from './compile-texture.js';

/** `originalFile`: where the pixels come from, relative to the input. */
export async function compileVkguideTexture(
  load: () => Promise<Image>,
  request: TextureRequest,
  originalFile: string,
  parallel: Parallel,
): Promise<Uint8Array> {
  const paged = request.settings.vkguide === 'paged';
  const settings = { ...request.settings, mips: request.settings.mips && paged };
  const { surfaces } = await buildSurfaces(1, load, { ...request, settings }, parallel);
  return encodeVkguideTexture({ paged, originalFile, levels: surfaces.chains[0] ?? [] });
}

/** Level 0 of a KTX2 image that was found fit; mips are made anew, as for every other image. */
export async function imageOfKtx2(bytes: Uint8Array): Promise<Image> {
  const [base] = await decodeTexels(decodeKtx2(bytes), 1);
  if (base === undefined) throw new Error('a KTX2 file has at least one level');
  const pixels = sharedBytes(base.pixels.length);
  pixels.set(base.pixels);
  let hasAlpha = false;
  for (let i = 3; i < pixels.length && !hasAlpha; i += 4) hasAlpha = pixels[i] !== 255;
  return { width: base.width, height: base.height, pixels, hasAlpha };
}
