// The data format descriptor of a KTX2 file: blocks of words that say what a texel block means. Basic blocks are
// parsed, others are kept as bytes. Decoding checks only that the blocks lie inside the descriptor.

import { FormatError } from '../core/format-error.js';
import { array, u8, u16, u32 } from '../core/scalar.js';
import { field, struct } from '../core/struct.js';
import { ColorModel, VkFormat } from './vk-format.js';

export const DfdBlockHeader = struct('DfdBlockHeader', 8, 'Starts every descriptor block.', {
  vendorAndType: field(u32, 'Vendor in bits 0–16, descriptor type in bits 17–31; 0 is the basic block.'),
  versionNumber: field(u16, '2.'),
  descriptorBlockSize: field(u16, 'Bytes of the block, this header included.'),
});

export const DfdBasic = struct('DfdBasic', 16, 'Follows the header of a basic block.', {
  colorModel: field(u8, '1 RGBSDA, 163 ETC1S, 166 UASTC, …'),
  colorPrimaries: field(u8, '0 unspecified, 1 BT.709.'),
  transferFunction: field(u8, '1 linear, 2 sRGB.'),
  flags: field(u8, 'Bit 0: premultiplied alpha.'),
  texelBlockDimension: field(array(u8, 4), 'Width, height, depth and length of a texel block, less one.'),
  bytesPlane: field(array(u8, 8), 'Bytes of a texel block in each plane.'),
});

export const DfdSample = struct('DfdSample', 16, 'One channel of a texel block.', {
  bitOffset: field(u16, 'First bit of the sample in the block.'),
  bitLength: field(u8, 'Bits of the sample, less one.'),
  channelType: field(u8, 'Channel in bits 0–3; bit 4 linear, 5 exponent, 6 signed, 7 float.'),
  samplePosition: field(array(u8, 4), 'Where in the block the sample is taken.'),
  lower: field(u32, 'Value that means 0 (or −1).'),
  upper: field(u32, 'Value that means 1.'),
});

export interface DataFormatSample {
  readonly bitOffset: number;
  readonly bitLength: number;
  readonly channelType: number;
  readonly samplePosition: readonly number[];
  readonly lower: number;
  readonly upper: number;
}

export interface BasicDataFormat {
  readonly versionNumber: number;
  readonly colorModel: number;
  readonly colorPrimaries: number;
  readonly transferFunction: number;
  readonly flags: number;
  readonly texelBlockDimension: readonly number[];
  readonly bytesPlane: readonly number[];
  readonly samples: readonly DataFormatSample[];
}

export interface DataFormat {
  /** Undefined when the descriptor has no basic block, which only broken files lack. */
  readonly basic: BasicDataFormat | undefined;
  /** Further blocks, headers included, as they lie in the file. */
  readonly extra: readonly Uint8Array[];
}

export const QUALIFIER_LINEAR = 0x10;
export const QUALIFIER_SIGNED = 0x40;
export const QUALIFIER_FLOAT = 0x80;
const ALPHA = 15;
const BASIC_FIXED = DfdBlockHeader.size + DfdBasic.size;

/** `bytes` is the whole file, so that offsets in errors are the file's. */
export function decodeDataFormat(bytes: Uint8Array, start: number, length: number): DataFormat {
  if (length === 0) return { basic: undefined, extra: [] };
  const end = start + length;
  if (end > bytes.byteLength) throw new FormatError('truncated', start, `DFD needs ${length} bytes`);
  const dfd = bytes.subarray(0, end);
  let basic: BasicDataFormat | undefined;
  const extra: Uint8Array[] = [];
  for (let at = start + 4; at < end; ) {
    const { vendorAndType, versionNumber, descriptorBlockSize: size } = DfdBlockHeader.read(dfd, at);
    if (size < DfdBlockHeader.size || at + size > end) {
      throw new FormatError('bad-range', at + 6, `DFD block of ${size} bytes does not fit`);
    }
    if (vendorAndType === 0 && basic === undefined) {
      if (size < BASIC_FIXED || (size - BASIC_FIXED) % DfdSample.size !== 0) {
        throw new FormatError('bad-value', at + 6, `basic DFD block cannot have ${size} bytes`);
      }
      const samples: DataFormatSample[] = [];
      for (let s = at + BASIC_FIXED; s < at + size; s += DfdSample.size) samples.push(DfdSample.read(dfd, s));
      basic = { versionNumber, ...DfdBasic.read(dfd, at + DfdBlockHeader.size), samples };
    } else {
      extra.push(bytes.subarray(at, at + size));
    }
    at += size;
  }
  return { basic, extra };
}

export function encodeDataFormat({ basic, extra }: DataFormat): Uint8Array {
  const basicSize = basic === undefined ? 0 : BASIC_FIXED + basic.samples.length * DfdSample.size;
  const total = 4 + basicSize + extra.reduce((sum, block) => sum + block.byteLength, 0);
  const bytes = new Uint8Array(total);
  u32.write(new DataView(bytes.buffer), 0, total);
  let at = 4;
  if (basic !== undefined) {
    const { versionNumber, samples, ...rest } = basic;
    DfdBlockHeader.write(bytes, at, { vendorAndType: 0, versionNumber, descriptorBlockSize: basicSize });
    DfdBasic.write(bytes, at + DfdBlockHeader.size, rest);
    for (const [i, sample] of samples.entries()) DfdSample.write(bytes, at + BASIC_FIXED + i * DfdSample.size, sample);
    at += basicSize;
  }
  for (const block of extra) {
    bytes.set(block, at);
    at += block.byteLength;
  }
  return bytes;
}

export type Transfer = 'srgb' | 'linear';
export type UastcChannel = 'rgb' | 'rgba' | 'rrr' | 'rrrg' | 'rg';
export const UASTC_CHANNEL: Readonly<Record<UastcChannel, number>> = { rgb: 0, rgba: 3, rrr: 4, rrrg: 5, rg: 6 };

/** The three header fields that go together. */
export interface Ktx2Format {
  readonly vkFormat: number;
  readonly typeSize: number;
  readonly dataFormat: DataFormat;
}

export interface UastcOptions {
  readonly transfer: Transfer;
  /** What was fed to the encoder. */
  readonly channel: UastcChannel;
  readonly premultiplied?: boolean;
}

/** sRGB is BT.709; linear data has no primaries to speak of: the pairs that glTF accepts. */
export function uastcFormat({ transfer, channel, premultiplied = false }: UastcOptions): Ktx2Format {
  const basic: BasicDataFormat = {
    versionNumber: 2,
    colorModel: ColorModel.uastc,
    colorPrimaries: transfer === 'srgb' ? 1 : 0,
    transferFunction: transfer === 'srgb' ? 2 : 1,
    flags: premultiplied ? 1 : 0,
    texelBlockDimension: [3, 3, 0, 0],
    bytesPlane: [16, 0, 0, 0, 0, 0, 0, 0],
    samples: [
      {
        bitOffset: 0,
        bitLength: 127,
        channelType: UASTC_CHANNEL[channel],
        samplePosition: [0, 0, 0, 0],
        lower: 0,
        upper: 0xffffffff,
      },
    ],
  };
  return { vkFormat: VkFormat.undefined, typeSize: 1, dataFormat: { basic, extra: [] } };
}

function rgba(bits: number, transfer: Transfer, qualifiers: number, lower: number, upper: number): DataFormat {
  const samples = [0, 1, 2, ALPHA].map((channel, i) => ({
    bitOffset: bits * i,
    bitLength: bits - 1,
    channelType: channel | qualifiers | (channel === ALPHA && transfer === 'srgb' ? QUALIFIER_LINEAR : 0),
    samplePosition: [0, 0, 0, 0],
    lower,
    upper,
  }));
  const basic: BasicDataFormat = {
    versionNumber: 2,
    colorModel: ColorModel.rgbsda,
    colorPrimaries: 1,
    transferFunction: transfer === 'srgb' ? 2 : 1,
    flags: 0,
    texelBlockDimension: [0, 0, 0, 0],
    bytesPlane: [bits / 2, 0, 0, 0, 0, 0, 0, 0],
    samples,
  };
  return { basic, extra: [] };
}

export function rgba8Format(transfer: Transfer): Ktx2Format {
  const vkFormat = transfer === 'srgb' ? VkFormat.r8g8b8a8Srgb : VkFormat.r8g8b8a8Unorm;
  return { vkFormat, typeSize: 1, dataFormat: rgba(8, transfer, 0, 0, 255) };
}

/** Linear half floats; lower and upper are the bit patterns of −1 and 1 as 32-bit floats. */
export function rgba16fFormat(): Ktx2Format {
  const qualifiers = QUALIFIER_FLOAT | QUALIFIER_SIGNED;
  const dataFormat = rgba(16, 'linear', qualifiers, 0xbf800000, 0x3f800000);
  return { vkFormat: VkFormat.r16g16b16a16Sfloat, typeSize: 2, dataFormat };
}
