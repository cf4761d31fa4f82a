// The texel formats that can be decoded, by the header of a KTX2 file.

import { type BlockFormat, blockFormatOf } from '../ktx2/block-formats.js';
import { hdrFormatOf } from '../ktx2/hdr-formats.js';
import type { Ktx2 } from '../ktx2/model.js';
import { ASTC_FOOTPRINTS, type AstcFootprint, ColorModel, VkFormat } from '../ktx2/vk-format.js';

/** A texel format that `decodeTexels` supports. sRGB and linear twins are one, except ASTC, which interpolates them differently. */
export type TexelFormat =
  | BlockFormat
  | `astc-${AstcFootprint}`
  | `astc-${AstcFootprint}-srgb`
  | 'bc1-cut-out'
  | 'uastc'
  | 'rgba8'
  | 'rgb8'
  | HdrTexelFormat;

/** A texel format of half floats; UASTC HDR is `astc-4x4-hdr`, and `rg16f` is the format of tables. */
export type HdrTexelFormat = 'rgba16f' | 'rg16f' | 'rgb9e5' | 'bc6h' | 'bc6h-signed' | `astc-${AstcFootprint}-hdr`;

/** Read, never written. */
const R8G8B8 = [23, 29];
const BC1_CUT_OUT = [133, 134];
const BC6H_SIGNED = 144;

/** Vulkan numbers block sizes in one order: LDR and sRGB take turns, HDR formats have numbers of an extension. */
function astcFormatOf(vkFormat: number): TexelFormat | undefined {
  const hdr = ASTC_FOOTPRINTS[vkFormat - VkFormat.astc4x4Sfloat];
  if (hdr !== undefined) return `astc-${hdr}-hdr`;
  const ldr = ASTC_FOOTPRINTS[(vkFormat - VkFormat.astc4x4Unorm) >> 1];
  if (ldr === undefined) return undefined;
  return (vkFormat - VkFormat.astc4x4Unorm) & 1 ? `astc-${ldr}-srgb` : `astc-${ldr}`;
}

/** The texel format of an opened file; undefined if it is not supported. */
export function texelFormatOf({
  vkFormat,
  dataFormat,
}: Pick<Ktx2, 'vkFormat' | 'dataFormat'>): TexelFormat | undefined {
  const astc = astcFormatOf(vkFormat);
  if (astc !== undefined) return astc;
  const block = blockFormatOf(vkFormat);
  if (block !== undefined) return block.name;
  if (BC1_CUT_OUT.includes(vkFormat)) return 'bc1-cut-out';
  if (vkFormat === VkFormat.r8g8b8a8Unorm || vkFormat === VkFormat.r8g8b8a8Srgb) return 'rgba8';
  if (R8G8B8.includes(vkFormat)) return 'rgb8';
  if (vkFormat === VkFormat.r16g16Sfloat) return 'rg16f';
  if (vkFormat === BC6H_SIGNED) return 'bc6h-signed';
  const hdr = hdrFormatOf(vkFormat, dataFormat.basic?.colorModel);
  if (hdr !== undefined && hdr !== 'uastc-hdr' && hdr !== 'astc-hdr') return hdr;
  const isUastc = vkFormat === VkFormat.undefined && dataFormat.basic?.colorModel === ColorModel.uastc;
  return isUastc ? 'uastc' : undefined;
}
