// HDR formats, as header fields with the matching descriptor. All are linear. One row per format: the writer, the validator and the C
// header derive from it.

import { rgba16fFormat } from './basic-formats.js';
import type { BasicDataFormat, DataFormatSample, Ktx2Format } from './model.js';
import { ASTC_FOOTPRINTS, type AstcFootprint, ColorModel, TransferFunction, VkFormat } from './vk-format.js';

/**
 * An HDR format. `uastc-hdr` is a subset of `astc-hdr`, marked as such because it transcodes quickly to BC6H. `bc6h` is unsigned. Only
 * `rgba16f` has alpha.
 */
export type HdrFormat = 'uastc-hdr' | 'astc-hdr' | 'bc6h' | 'rgb9e5' | 'rgba16f';

const FLOAT = 0x80;
const SIGNED = 0x40;
const EXPONENT = 0x20;
/** −1 and 1 as 32-bit floats. */
const MINUS_ONE = 0xbf800000;
const ONE = 0x3f800000;
const BT709 = 1;

const sample = (
  bitOffset: number,
  bitLength: number,
  channelType: number,
  lower: number,
  upper: number,
): DataFormatSample => ({
  bitOffset,
  bitLength: bitLength - 1,
  channelType,
  samplePosition: [0, 0, 0, 0],
  lower,
  upper,
});

const basic = (
  colorModel: number,
  isBlock: boolean,
  bytes: number,
  samples: readonly DataFormatSample[],
): BasicDataFormat => ({
  versionNumber: 2,
  colorModel,
  colorPrimaries: BT709,
  transferFunction: TransferFunction.linear,
  flags: 0,
  texelBlockDimension: isBlock ? [3, 3, 0, 0] : [0, 0, 0, 0],
  bytesPlane: [bytes, 0, 0, 0, 0, 0, 0, 0],
  samples,
});

function blocks(vkFormat: number, model: number, qualifiers: number, lower: number): Ktx2Format {
  const samples = [sample(0, 128, qualifiers, lower, ONE)];
  return { vkFormat, typeSize: 1, dataFormat: { basic: basic(model, true, 16, samples), extra: [] } };
}

/** Three mantissas that share an exponent: a sample for each of them, and one for the exponent of each. */
function rgb9e5(): Ktx2Format {
  // 8448 means 1.0, as in Khronos' own writer; 15 is the exponent's bias.
  const samples = [0, 1, 2].flatMap((c) => [sample(9 * c, 9, c, 0, 8448), sample(27, 5, c | EXPONENT, 15, 31)]);
  const dataFormat = { basic: basic(ColorModel.rgbsda, false, 4, samples), extra: [] };
  return { vkFormat: VkFormat.e5b9g9r9Ufloat, typeSize: 4, dataFormat };
}

/** ASTC of a block size. Vulkan numbers sizes in one order. */
function astc(footprint: AstcFootprint): Ktx2Format {
  const vkFormat = VkFormat.astc4x4Sfloat + ASTC_FOOTPRINTS.indexOf(footprint);
  const { typeSize, dataFormat } = blocks(vkFormat, ColorModel.astc, FLOAT | SIGNED, MINUS_ONE);
  const [width = 4, height = 4] = footprint.split('x').map(Number);
  const { basic: square } = dataFormat;
  if (square === undefined) throw new Error('blocks have a descriptor');
  return {
    vkFormat,
    typeSize,
    dataFormat: { ...dataFormat, basic: { ...square, texelBlockDimension: [width - 1, height - 1, 0, 0] } },
  };
}

/** The format fields of an HDR format. `footprint`: texels per block of `astc-hdr`. */
export function hdrFormat(name: HdrFormat, footprint: AstcFootprint = '4x4'): Ktx2Format {
  switch (name) {
    case 'uastc-hdr':
      return blocks(VkFormat.astc4x4Sfloat, ColorModel.uastcHdr4x4, FLOAT, 0);
    case 'astc-hdr':
      return astc(footprint);
    case 'bc6h':
      return blocks(VkFormat.bc6hUfloat, ColorModel.bc6h, FLOAT, 0);
    case 'rgb9e5':
      return rgb9e5();
    case 'rgba16f':
      return rgba16fFormat();
  }
}

/** The HDR format of a file; undefined for those that assetc does not write. */
export function hdrFormatOf(vkFormat: number, colorModel: number | undefined): HdrFormat | undefined {
  if (vkFormat === VkFormat.astc4x4Sfloat) return colorModel === ColorModel.uastcHdr4x4 ? 'uastc-hdr' : 'astc-hdr';
  if (ASTC_FOOTPRINTS[vkFormat - VkFormat.astc4x4Sfloat] !== undefined) return 'astc-hdr';
  if (vkFormat === VkFormat.bc6hUfloat) return 'bc6h';
  if (vkFormat === VkFormat.e5b9g9r9Ufloat) return 'rgb9e5';
  return vkFormat === VkFormat.r16g16b16a16Sfloat ? 'rgba16f' : undefined;
}
