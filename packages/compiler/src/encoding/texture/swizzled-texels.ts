// Decodes a KTX2 texture as a shader sees it, with KTXswizzle applied, and determines the texture mode it was written with.

import { type Ktx2, TransferFunction, texelFormatOf, textValue, UASTC_CHANNEL } from '@assetc/formats';
import type { TextureMode } from '../../model/image/texture-params.js';
import { decodeImages, decodeTexels, type Texels } from './decode-texels.js';

const swizzleIn = ({ keyValues }: Ktx2): string => textValue(keyValues, 'KTXswizzle') ?? 'rgba';

/** The texture mode that the file was written with. */
export function modeOfKtx2(ktx: Ktx2): TextureMode {
  const format = texelFormatOf(ktx);
  const { basic } = ktx.dataFormat;
  const channel = format === 'uastc' ? basic?.samples[0]?.channelType : undefined;
  const swizzle = swizzleIn(ktx);
  const isTwoChannel = format === 'bc5' || format === 'eac-rg11' || channel === UASTC_CHANNEL.rg;
  if (isTwoChannel || swizzle === 'rg01') return 'normal';
  if (basic?.transferFunction === TransferFunction.srgb) return 'color';
  const isSingleChannel = format === 'bc4' || format === 'eac-r11' || channel === UASTC_CHANNEL.rrr;
  return isSingleChannel || swizzle === 'rrr1' ? 'grayscale' : 'linear';
}

/** Like `decodeTexels`. */
export const decodeSwizzledTexels = async (ktx: Ktx2, count: number): Promise<readonly Texels[]> =>
  (await decodeTexels(ktx, count)).map((texels) => applySwizzle(texels, swizzleIn(ktx)));

/** Like `decodeImages`. */
export const decodeSwizzledImages = async (ktx: Ktx2, count: number): Promise<readonly (readonly Texels[])[]> =>
  (await decodeImages(ktx, count)).map((levels) => levels.map((texels) => applySwizzle(texels, swizzleIn(ktx))));

function applySwizzle(texels: Texels, swizzle: string): Texels {
  if (swizzle === 'rgba') return texels;
  const from = Array.from(swizzle, (letter) => 'rgba01'.indexOf(letter));
  const { pixels } = texels;
  const out = new Uint8Array(pixels.length);
  for (let at = 0; at < out.length; at += 4)
    for (let c = 0; c < 4; c++) {
      const channel = from[c] ?? c;
      out[at + c] = channel === 5 ? 255 : channel === 4 ? 0 : (pixels[at + channel] ?? 0);
    }
  return { ...texels, pixels: out };
}
