// The texel formats that can be decoded, by the header of a KTX2 file.

import { type BlockFormat, blockFormatOf } from '../ktx2/block-formats.js';
import { hdrFormatOf } from '../ktx2/hdr-formats.js';
import type { Ktx2 } from '../ktx2/model.js';
import { ColorModel, VkFormat } from '../ktx2/vk-format.js';

/** A texel format that `decodeTexels` supports. sRGB and linear twins are one, except ASTC, which interpolates them differently. */
export type TexelFormat = BlockFormat | 'astc-4x4-srgb' | 'bc1-cut-out' | 'uastc' | 'rgba8' | 'rgb8' | HdrTexelFormat;

/** A texel format of half floats; UASTC HDR is `astc-4x4-hdr`, and `rg16f` is the format of tables. */
export type HdrTexelFormat = 'rgba16f' | 'rg16f' | 'rgb9e5' | 'bc6h' | 'bc6h-signed' | 'astc-4x4-hdr';

/** Read, never written. */
const R8G8B8 = [23, 29];
const BC1_CUT_OUT = [133, 134];
const BC6H_SIGNED = 144;

/** The texel format of an opened file; undefined if it is not supported. */
export function texelFormatOf({
  vkFormat,
  dataFormat,
}: Pick<Ktx2, 'vkFormat' | 'dataFormat'>): TexelFormat | undefined {
  const block = blockFormatOf(vkFormat);
  if (block !== undefined) return block.name === 'astc-4x4' && block.transfer === 'srgb' ? 'astc-4x4-srgb' : block.name;
  if (BC1_CUT_OUT.includes(vkFormat)) return 'bc1-cut-out';
  if (vkFormat === VkFormat.r8g8b8a8Unorm || vkFormat === VkFormat.r8g8b8a8Srgb) return 'rgba8';
  if (R8G8B8.includes(vkFormat)) return 'rgb8';
  if (vkFormat === VkFormat.r16g16Sfloat) return 'rg16f';
  if (vkFormat === BC6H_SIGNED) return 'bc6h-signed';
  const hdr = hdrFormatOf(vkFormat, dataFormat.basic?.colorModel);
  if (hdr !== undefined) return hdr === 'uastc-hdr' || hdr === 'astc-hdr' ? 'astc-4x4-hdr' : hdr;
  const isUastc = vkFormat === VkFormat.undefined && dataFormat.basic?.colorModel === ColorModel.uastc;
  return isUastc ? 'uastc' : undefined;
}
