// The rules for a KTX2 data format descriptor: what Khronos' validator checks, field by field.

import type { Problems } from '../core/problem.js';
import { rg16fFormat, rgba8Format, rgba16fFormat } from './basic-formats.js';
import { blockFormat, blockFormatOf } from './block-formats.js';
import { hdrFormat } from './hdr-formats.js';
import { DfdSample, type Ktx2HeaderFields, Supercompression } from './layout.js';
import type { BasicDataFormat, DataFormat } from './model.js';
import { ASTC_FOOTPRINTS, ColorModel, TransferFunction, VkFormat, vkFormatInfo } from './vk-format.js';

const FIRST_BLOCK = 4;
const BASIC = FIRST_BLOCK + 8;
const SAMPLES = FIRST_BLOCK + 24;
const UASTC_CHANNELS = [0, 3, 4, 5, 6];
const ETC1S_CHANNELS = [0, 3, 4, 15];
const ALPHA = 15;

/** Channels with qualifiers of block formats that are read but never written. Written formats are identified by their samples. */
export const OTHER_CHANNELS: ReadonlyMap<number, readonly number[]> = new Map([
  [133, [1]],
  [134, [1]],
  [135, [15, 0]],
  [136, [0x1f, 0]],
  [140, [0x40]],
  [142, [0x40, 0x41]],
  [144, [0xc0]],
  [149, [2, 15]],
  [150, [2, 0x1f]],
  [154, [0x40]],
  [156, [0x40, 0x41]],
]);

/** `at` is the descriptor's offset in the file. */
export function checkDataFormat(header: Ktx2HeaderFields, format: DataFormat, at: number, problems: Problems): void {
  const { basic } = format;
  if (basic === undefined) {
    problems.add('missing', at, 'DFD', 'has no basic descriptor block');
    return;
  }
  const rule = (ok: boolean, offset: number, field: string, wanted: string) => {
    if (!ok) problems.add('bad-value', at + offset, `DFD.${field}`, `must be ${wanted}`);
  };
  rule(basic.versionNumber === 2, FIRST_BLOCK + 4, 'versionNumber', '2');
  rule(basic.colorPrimaries <= 11, BASIC + 1, 'colorPrimaries', 'at most 11');
  rule(basic.transferFunction <= 18, BASIC + 2, 'transferFunction', 'at most 18');
  rule(basic.flags <= 1, BASIC + 3, 'flags', '0, or 1 for premultiplied alpha');
  rule(basic.samples.length > 0, FIRST_BLOCK + 6, 'samples', 'at least one');
  const info = vkFormatInfo(header.vkFormat);
  if (info !== undefined) {
    const isUniversal = header.vkFormat === VkFormat.astc4x4Sfloat && basic.colorModel === ColorModel.uastcHdr4x4;
    const modelOk = basic.colorModel === info.model || isUniversal;
    rule(modelOk, BASIC, 'colorModel', `${info.model} for vkFormat ${header.vkFormat}`);
    if (info.srgb)
      rule(
        basic.transferFunction === TransferFunction.srgb,
        BASIC + 2,
        'transferFunction',
        'sRGB (2) for an sRGB vkFormat',
      );
    if (info.srgbTwin) {
      rule(
        basic.transferFunction !== TransferFunction.srgb,
        BASIC + 2,
        'transferFunction',
        'other than sRGB for a linear vkFormat',
      );
    }
    checkBlock(rule, header, basic, info.blockWidth, info.blockHeight, info.blockBytes);
  } else if (header.vkFormat === VkFormat.undefined) {
    if (basic.colorModel === ColorModel.uastc) {
      checkBlock(rule, header, basic, 4, 4, 16);
      rule(basic.samples.length === 1, FIRST_BLOCK + 6, 'samples', 'one for UASTC');
      checkBasisSamples(rule, basic, 128, UASTC_CHANNELS);
    } else if (basic.colorModel === ColorModel.etc1s) {
      rule(basic.texelBlockDimension.join() === '3,3,0,0', BASIC + 4, 'texelBlockDimension', '4×4×1×1 for ETC1S');
      rule(basic.samples.length <= 2, FIRST_BLOCK + 6, 'samples', 'one or two for ETC1S');
      checkBasisSamples(rule, basic, 64, ETC1S_CHANNELS);
    }
  }
  checkBasisModel(rule, header, basic);
  checkSamples(rule, header, basic);
}

type Rule = (ok: boolean, offset: number, field: string, wanted: string) => void;

function checkBlock(rule: Rule, header: Ktx2HeaderFields, basic: BasicDataFormat, w: number, h: number, bytes: number) {
  const wanted = [w - 1, h - 1, 0, 0].join();
  const dimensionOk = basic.texelBlockDimension.join() === wanted;
  rule(dimensionOk, BASIC + 4, 'texelBlockDimension', `${w}×${h}×1×1`);
  const [first = 0, ...others] = basic.bytesPlane;
  // Files from before revision 2 of the specification wrote 0 when supercompressed.
  const mayBeZero = header.supercompressionScheme !== Supercompression.none;
  rule(first === bytes || (mayBeZero && first === 0), BASIC + 8, 'bytesPlane0', `${bytes}`);
  rule(
    others.every((n) => n === 0),
    BASIC + 9,
    'bytesPlane1–7',
    '0',
  );
}

function checkBasisModel(rule: Rule, header: Ktx2HeaderFields, basic: BasicDataFormat) {
  const isLz = header.supercompressionScheme === Supercompression.basisLz;
  const isEtc1s = basic.colorModel === ColorModel.etc1s;
  rule(isLz === isEtc1s, BASIC, 'colorModel', isLz ? 'ETC1S (163) under BasisLZ' : 'ETC1S only under BasisLZ');
  if (isEtc1s || basic.colorModel === ColorModel.uastc) {
    const transfer = basic.transferFunction;
    rule(
      transfer === TransferFunction.linear || transfer === TransferFunction.srgb,
      BASIC + 2,
      'transferFunction',
      'linear (1) or sRGB (2)',
    );
  }
}

function checkBasisSamples(rule: Rule, basic: BasicDataFormat, bits: number, channels: readonly number[]) {
  for (const [i, sample] of basic.samples.entries()) {
    const at = SAMPLES + i * DfdSample.size;
    rule(sample.bitOffset === bits * i, at, `samples[${i}].bitOffset`, `${bits * i}`);
    rule(sample.bitLength === bits - 1, at + 2, `samples[${i}].bitLength`, `${bits - 1}`);
    rule(channels.includes(sample.channelType), at + 3, `samples[${i}].channelType`, `one of ${channels.join(', ')}`);
    rule(sample.lower === 0, at + 8, `samples[${i}].lower`, '0');
    rule(sample.upper === 0xffffffff, at + 12, `samples[${i}].upper`, '0xffffffff');
  }
}

/** The samples that a format must have; undefined if several are valid. */
export function exactSamples(vkFormat: number): BasicDataFormat['samples'] | undefined {
  if (vkFormat === VkFormat.r8g8b8a8Unorm) return rgba8Format('linear').dataFormat.basic?.samples;
  if (vkFormat === VkFormat.r8g8b8a8Srgb) return rgba8Format('srgb').dataFormat.basic?.samples;
  if (vkFormat === VkFormat.r16g16Sfloat) return rg16fFormat().dataFormat.basic?.samples;
  if (vkFormat === VkFormat.r16g16b16a16Sfloat) return rgba16fFormat().dataFormat.basic?.samples;
  if (vkFormat === VkFormat.e5b9g9r9Ufloat) return hdrFormat('rgb9e5').dataFormat.basic?.samples;
  if (vkFormat === VkFormat.bc6hUfloat) return hdrFormat('bc6h').dataFormat.basic?.samples;
  const block = blockFormatOf(vkFormat);
  return block && blockFormat(block.name, block.transfer).dataFormat.basic?.samples;
}

/** Float formats that some writers declare signed (Khronos' tools) and others not (Basis Universal for UASTC HDR). */
function checkFloatBlock(rule: Rule, basic: BasicDataFormat) {
  const [sample] = basic.samples;
  const isOne = basic.samples.length === 1 && sample?.bitOffset === 0 && sample.bitLength === 127;
  rule(isOne, FIRST_BLOCK + 6, 'samples', 'one of 128 bits');
  const hasFloats = sample !== undefined && (sample.channelType & 0xbf) === 0x80;
  rule(hasFloats, SAMPLES + 3, 'samples[0].channelType', '128 or 192: floats');
}

function checkSamples(rule: Rule, header: Ktx2HeaderFields, basic: BasicDataFormat) {
  const blockBits = (basic.bytesPlane[0] ?? 0) * 8;
  const exact = exactSamples(header.vkFormat);
  if (exact !== undefined) {
    rule(basic.samples.length === exact.length, FIRST_BLOCK + 6, 'samples', `${exact.length}`);
  }
  if (ASTC_FOOTPRINTS[header.vkFormat - VkFormat.astc4x4Sfloat] !== undefined) checkFloatBlock(rule, basic);
  const channels = OTHER_CHANNELS.get(header.vkFormat);
  const own = basic.samples.map(({ channelType }) => channelType);
  rule(channels === undefined || channels.join() === own.join(), SAMPLES + 3, 'samples', `of the channels ${channels}`);
  for (const [i, sample] of basic.samples.entries()) {
    const at = SAMPLES + i * DfdSample.size;
    const name = `samples[${i}]`;
    const end = sample.bitOffset + sample.bitLength + 1;
    rule(blockBits === 0 || end <= blockBits, at, `${name}.bitLength`, `inside the block's ${blockBits} bits`);
    const wanted = exact?.[i];
    if (wanted !== undefined) {
      rule(sample.bitOffset === wanted.bitOffset, at, `${name}.bitOffset`, `${wanted.bitOffset}`);
      rule(sample.bitLength === wanted.bitLength, at + 2, `${name}.bitLength`, `${wanted.bitLength}`);
      rule(sample.channelType === wanted.channelType, at + 3, `${name}.channelType`, `${wanted.channelType}`);
      rule(sample.lower === wanted.lower, at + 8, `${name}.lower`, `${wanted.lower}`);
      rule(sample.upper === wanted.upper, at + 12, `${name}.upper`, `${wanted.upper}`);
    } else if (basic.colorModel === ColorModel.rgbsda && basic.transferFunction === TransferFunction.srgb) {
      const isAlpha = (sample.channelType & 15) === ALPHA;
      rule(!isAlpha || (sample.channelType & 0x10) !== 0, at + 3, `${name}.channelType`, 'marked linear: it is alpha');
    }
  }
}
