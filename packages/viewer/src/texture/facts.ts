// Properties of a texture from its KTX2 header, for the views.

import {
  ColorModel,
  hdrFormatOf,
  IRRADIANCE_KEY,
  type Ktx2,
  Supercompression,
  type TexelFormat,
  TransferFunction,
  texelFormatOf,
  textValue,
  UASTC_CHANNEL,
  VkFormat,
} from '@assetc/formats';

type TextureShape = '2d' | 'array' | 'cube' | '3d';
/** Which decoded channels contain data; a swizzle is not applied. */
export type Channels = 'r' | 'rg' | 'ra' | 'rgb' | 'rgba';

export interface TextureFacts {
  /** Undefined if this page cannot decode it. */
  readonly format: TexelFormat | undefined;
  /** The common name: `UASTC HDR`, `BC7`. */
  readonly formatName: string;
  readonly shape: TextureShape;
  readonly channels: Channels;
  /** Texels are half floats. */
  readonly isHdr: boolean;
  readonly isSrgb: boolean;
  /** Mip levels are prefiltered reflections of growing roughness. */
  readonly isLight: boolean;
  readonly swizzle: string | undefined;
}

const FORMAT_NAMES: Readonly<Partial<Record<TexelFormat, string>>> = {
  rgb8: 'RGB8',
  rgba8: 'RGBA8',
  rgba16f: 'RGBA16F',
  rg16f: 'RG16F',
  rgb9e5: 'RGB9E5',
  bc1: 'BC1',
  'bc1-cut-out': 'BC1 with cut-out',
  bc3: 'BC3',
  bc4: 'BC4',
  bc5: 'BC5',
  bc6h: 'BC6H',
  'bc6h-signed': 'BC6H signed',
  bc7: 'BC7',
  'etc2-rgb': 'ETC2 RGB',
  'etc2-rgba': 'ETC2 RGBA',
  'eac-r11': 'EAC R11',
  'eac-rg11': 'EAC RG11',
  uastc: 'UASTC',
};

const HALF_FLOATS: ReadonlySet<TexelFormat> = new Set<TexelFormat>([
  'rgba16f',
  'rg16f',
  'rgb9e5',
  'bc6h',
  'bc6h-signed',
]);

/** The block size of an ASTC format, and whether it is HDR; undefined for others. */
function astcOf(format: TexelFormat): { readonly size: string; readonly isHdr: boolean } | undefined {
  const found = /^astc-(\d+)x(\d+)(-hdr)?/.exec(format);
  return found === null ? undefined : { size: `${found[1]}×${found[2]}`, isHdr: found[3] !== undefined };
}

const BY_FORMAT: Readonly<Partial<Record<TexelFormat, Channels>>> = {
  bc1: 'rgb',
  'etc2-rgb': 'rgb',
  bc4: 'r',
  'eac-r11': 'r',
  bc5: 'rg',
  'eac-rg11': 'rg',
  rg16f: 'rg',
  bc6h: 'rgb',
  'bc6h-signed': 'rgb',
  rgb9e5: 'rgb',
};

const BY_UASTC_CHANNEL: ReadonlyMap<number, Channels> = new Map([
  [UASTC_CHANNEL.rgb, 'rgb'],
  [UASTC_CHANNEL.rgba, 'rgba'],
  [UASTC_CHANNEL.rrr, 'r'],
  [UASTC_CHANNEL.rrrg, 'ra'],
  [UASTC_CHANNEL.rg, 'rg'],
]);

const BY_SWIZZLE: ReadonlyMap<string, Channels> = new Map([
  ['rrr1', 'r'],
  ['rg01', 'rg'],
  ['rrrg', 'rg'],
  ['rrra', 'ra'],
  ['rgb1', 'rgb'],
]);

/** Written by other tools; decoded to RGBA per level. */
export const isEtc1s = ({ vkFormat, dataFormat, supercompressionScheme }: Ktx2): boolean =>
  vkFormat === VkFormat.undefined &&
  dataFormat.basic?.colorModel === ColorModel.etc1s &&
  supercompressionScheme === Supercompression.basisLz;

/** Channel ids of a sample: red alone, green alone. */
const [RRR, GGG] = [3, 4];

/** The second slice is decoded to alpha, for every meaning. */
function etc1sChannels(ktx: Ktx2): Channels {
  const [first, second] = (ktx.dataFormat.basic?.samples ?? []).map(({ channelType }) => channelType & 15);
  if (second === undefined) return first === RRR ? 'r' : 'rgb';
  return second === GGG ? 'ra' : 'rgba';
}

function channelsOf(ktx: Ktx2, format: TexelFormat | undefined, swizzle: string | undefined): Channels {
  if (isEtc1s(ktx)) return etc1sChannels(ktx);
  if (format === 'uastc') {
    const channel = (ktx.dataFormat.basic?.samples[0]?.channelType ?? 0) & 15;
    return BY_UASTC_CHANNEL.get(channel) ?? 'rgba';
  }
  const narrow = format === undefined ? undefined : astcOf(format)?.isHdr ? 'rgb' : BY_FORMAT[format];
  return narrow ?? BY_SWIZZLE.get(swizzle ?? '') ?? 'rgba';
}

function nameOf(ktx: Ktx2, format: TexelFormat | undefined): string {
  const isUastcHdr = hdrFormatOf(ktx.vkFormat, ktx.dataFormat.basic?.colorModel) === 'uastc-hdr';
  if (isUastcHdr) return 'UASTC HDR 4×4';
  if (isEtc1s(ktx)) return 'ETC1S';
  const astc = format === undefined ? undefined : astcOf(format);
  if (astc !== undefined) return `ASTC ${astc.isHdr ? 'HDR ' : ''}${astc.size}`;
  return (format === undefined ? undefined : FORMAT_NAMES[format]) ?? `VkFormat ${ktx.vkFormat}`;
}

export function textureFacts(ktx: Ktx2): TextureFacts {
  const format = isEtc1s(ktx) ? 'rgba8' : texelFormatOf(ktx);
  const swizzle = textValue(ktx.keyValues, 'KTXswizzle');
  return {
    format,
    formatName: nameOf(ktx, format),
    shape: ktx.faceCount === 6 ? 'cube' : ktx.pixelDepth > 0 ? '3d' : ktx.layerCount > 0 ? 'array' : '2d',
    channels: channelsOf(ktx, format, swizzle),
    isHdr: format !== undefined && (HALF_FLOATS.has(format) || astcOf(format)?.isHdr === true),
    isSrgb: ktx.dataFormat.basic?.transferFunction === TransferFunction.srgb,
    isLight: ktx.faceCount === 6 && ktx.keyValues.some(({ key }) => key === IRRADIANCE_KEY),
    swizzle,
  };
}

/** Bit mask of the channels that contain data: red is 1, alpha 8. */
export const channelBits = (channels: Channels): number =>
  [...channels].reduce((bits, letter) => bits | (1 << 'rgba'.indexOf(letter)), 0);
