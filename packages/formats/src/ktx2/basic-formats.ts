// The formats that assetc writes, as the header fields and the descriptor that go together.

import type { BasicDataFormat, DataFormat, Ktx2Format } from './model.js';
import { ColorModel, TransferFunction, VkFormat } from './vk-format.js';

const QUALIFIER_LINEAR = 0x10;
const QUALIFIER_SIGNED = 0x40;
const QUALIFIER_FLOAT = 0x80;
const ALPHA = 15;
const RGBA = [0, 1, 2, ALPHA];

/** How stored values relate to light. */
export type Transfer = 'srgb' | 'linear';
/** The contents of a UASTC texture's channels. */
export type UastcChannel = 'rgb' | 'rgba' | 'rrr' | 'rrrg' | 'rg';

/** The channel ids of a UASTC sample. */
export const UASTC_CHANNEL: Readonly<Record<UastcChannel, number>> = { rgb: 0, rgba: 3, rrr: 4, rrrg: 5, rg: 6 };

/** Options of `uastcFormat`. */
export interface UastcOptions {
  readonly transfer: Transfer;
  /** The channels given to the encoder. */
  readonly channel: UastcChannel;
  readonly premultiplied?: boolean;
}

/** The format fields of UASTC. sRGB has BT.709 primaries, linear data none, as glTF requires. */
export function uastcFormat({ transfer, channel, premultiplied = false }: UastcOptions): Ktx2Format {
  const basic: BasicDataFormat = {
    versionNumber: 2,
    colorModel: ColorModel.uastc,
    colorPrimaries: transfer === 'srgb' ? 1 : 0,
    transferFunction: TransferFunction[transfer],
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

function plain(
  channels: readonly number[],
  bits: number,
  transfer: Transfer,
  qualifiers: number,
  lower: number,
  upper: number,
): DataFormat {
  const samples = channels.map((channel, i) => ({
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
    transferFunction: TransferFunction[transfer],
    flags: 0,
    texelBlockDimension: [0, 0, 0, 0],
    bytesPlane: [(bits / 8) * channels.length, 0, 0, 0, 0, 0, 0, 0],
    samples,
  };
  return { basic, extra: [] };
}

/** Raw texels of four bytes. */
export function rgba8Format(transfer: Transfer): Ktx2Format {
  const vkFormat = transfer === 'srgb' ? VkFormat.r8g8b8a8Srgb : VkFormat.r8g8b8a8Unorm;
  return { vkFormat, typeSize: 1, dataFormat: plain(RGBA, 8, transfer, 0, 0, 255) };
}

/** lower and upper are the bit patterns of −1 and 1 as 32-bit floats. */
const halfs = (channels: readonly number[]): DataFormat =>
  plain(channels, 16, 'linear', QUALIFIER_FLOAT | QUALIFIER_SIGNED, 0xbf800000, 0x3f800000);

/** Linear half floats. */
export function rgba16fFormat(): Ktx2Format {
  return { vkFormat: VkFormat.r16g16b16a16Sfloat, typeSize: 2, dataFormat: halfs(RGBA) };
}

/** Two linear half floats per texel. */
export function rg16fFormat(): Ktx2Format {
  return { vkFormat: VkFormat.r16g16Sfloat, typeSize: 2, dataFormat: halfs([0, 1]) };
}
