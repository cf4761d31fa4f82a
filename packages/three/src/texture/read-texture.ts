// A KTX2 file → levels in a format that this device supports: unchanged if possible, else transcoded, else decoded to RGBA8.

import {
  type BlockFormat,
  blockFormatOf,
  ColorModel,
  type Decompress,
  decodeKtx2,
  decodeTextureLevel,
  FormatError,
  type Ktx2,
  readEnvironmentLight,
  readLevel,
  type TextureImage,
  type Transfer,
  TransferFunction,
  texelFormatOf,
  textValue,
  UASTC_CHANNEL,
  VkFormat,
} from '@assetc/formats';
import type { TextureNeeds } from '@assetc/formats/transcode';
import { type AnyPixelFormat, RGBAFormat, UnsignedByteType } from 'three';
import { canSample, type DeviceFormats, targetFor, threeFormatOf } from './device-formats.js';
import { fillGray, fillZ } from './fill-channels.js';
import { hdrData } from './hdr-texture.js';
import type { TextureData, TextureLevel } from './texture-data.js';
import type { Transcoder } from './transcoder.js';
import { decompressorFor } from './zstd.js';

interface ReadTextureOptions {
  readonly device: DeviceFormats;
  readonly transcoder: Transcoder;
  /** A user reads channels other than red of a grayscale texture. */
  readonly needsAllChannels: boolean;
}

/** Throws a FormatError if the file is broken or has an unknown format. */
export async function readTexture(bytes: Uint8Array, options: ReadTextureOptions): Promise<TextureData> {
  const ktx = decodeKtx2(bytes);
  const decompress = await decompressorFor(ktx.supercompressionScheme);
  const about = factsOf(ktx);
  const file = { ktx, about, decompress };
  if (isUastc(ktx)) return uastcData(file, options);
  const block = blockFormatOf(ktx.vkFormat);
  const needsFill = options.needsAllChannels && about.isGray;
  if (block !== undefined && !needsFill) {
    const size = { width: ktx.pixelWidth, height: ktx.pixelHeight };
    const needsZ = about.isTwoChannel && !options.device.hasShaderHooks;
    if (!needsZ && canSample(options.device, block.name, block.transfer, size)) return storedBlocks(file, block.name);
  }
  return hdrData(file, options.device) ?? decodedData(file);
}

export interface TextureFile {
  readonly ktx: Ktx2;
  readonly about: TextureFacts;
  readonly decompress: Decompress | undefined;
}

type TextureFacts = Omit<TextureData, 'format' | 'type' | 'isCompressed' | 'levels'> & {
  /** Red contains the value of all three colors. */
  readonly isGray: boolean;
};

const isUastc = ({ vkFormat, dataFormat }: Ktx2): boolean =>
  vkFormat === VkFormat.undefined && dataFormat.basic?.colorModel === ColorModel.uastc;

function factsOf(ktx: Ktx2): TextureFacts {
  const { pixelWidth: width, pixelHeight, pixelDepth, layerCount, faceCount, dataFormat, keyValues } = ktx;
  if (pixelHeight === 0) throw new FormatError('unsupported', 24, '1D textures are not supported');
  if (faceCount === 6 && layerCount > 1)
    throw new FormatError('unsupported', 32, 'three does not support cube map arrays');
  const block = blockFormatOf(ktx.vkFormat)?.name;
  const swizzle = textValue(keyValues, 'KTXswizzle');
  const channel = isUastc(ktx) ? (dataFormat.basic?.samples[0]?.channelType ?? 0) & 15 : undefined;
  const isPair = block === 'bc5' || block === 'eac-rg11';
  const light = readEnvironmentLight(ktx);
  return {
    ...(light !== undefined && { light }),
    shape: faceCount === 6 ? 'cube' : pixelDepth > 0 ? '3d' : layerCount > 0 ? 'array' : '2d',
    width,
    height: pixelHeight,
    depth: Math.max(1, pixelDepth, layerCount),
    isSrgb: dataFormat.basic?.transferFunction === TransferFunction.srgb,
    isTwoChannel: channel === UASTC_CHANNEL.rg || isPair || swizzle === 'rg01',
    isGray: channel === UASTC_CHANNEL.rrr || block === 'bc4' || block === 'eac-r11' || swizzle === 'rrr1',
    makesMips: ktx.levelCount === 0,
  };
}

export const sizeAt = ({ pixelWidth, pixelHeight }: Ktx2, level: number) => ({
  width: Math.max(1, pixelWidth >> level),
  height: Math.max(1, pixelHeight >> level),
});

/** Blocks of a file in a format that the device supports. */
function storedBlocks({ ktx, about, decompress }: TextureFile, name: BlockFormat): TextureData {
  const levels = ktx.levels.map((level, i) => ({ ...sizeAt(ktx, i), data: readLevel(level, decompress) }));
  return { ...about, makesMips: false, levels, ...compressedAs(threeFormatOf(name)) };
}

const isPixelFormat = (_: number): _ is AnyPixelFormat => true;

export function compressedAs(format: number): Pick<TextureData, 'format' | 'type' | 'isCompressed'> {
  if (!isPixelFormat(format)) throw new Error('a number of three');
  return { format, type: UnsignedByteType, isCompressed: true };
}

const CHANNELS: readonly (readonly [id: number, needs: TextureNeeds['channels']])[] = [
  [UASTC_CHANNEL.rgba, 'rgba'],
  [UASTC_CHANNEL.rrrg, 'rgba'],
  [UASTC_CHANNEL.rg, 'rg'],
];

/** Grayscale counts as color: formats with one channel leave green and blue empty, and WebGL has no swizzle. */
async function uastcData(file: TextureFile, { device, transcoder }: ReadTextureOptions): Promise<TextureData> {
  const { ktx, about, decompress } = file;
  const id = (ktx.dataFormat.basic?.samples[0]?.channelType ?? 0) & 15;
  const channels = CHANNELS.find(([each]) => each === id)?.[1] ?? 'rgb';
  const transfer: Transfer = about.isSrgb ? 'srgb' : 'linear';
  const size = { width: ktx.pixelWidth, height: ktx.pixelHeight };
  const isForThread = about.shape === '3d' || (about.isTwoChannel && !device.hasShaderHooks);
  const to = isForThread ? 'rgba8' : targetFor(device, { channels, transfer, ...size });
  const levels = await Promise.all(
    ktx.levels.map(async (level, i): Promise<TextureLevel> => {
      const of = sizeAt(ktx, i);
      return { ...of, data: await transcoder.transcode({ bytes: readLevel(level, decompress), ...of }, { to }) };
    }),
  );
  if (to !== 'rgba8') return { ...about, makesMips: false, levels, ...compressedAs(threeFormatOf(to)) };
  if (about.isTwoChannel) for (const { data } of levels) fillZ(data);
  return plainData({ ...about, isTwoChannel: false }, levels);
}

/** Decodes on this thread a format that the device does not support. */
function decodedData({ ktx, about, decompress }: TextureFile): TextureData {
  const isRaw = texelFormatOf(ktx) === 'rgba8';
  const levels = ktx.levels.map((level, i): TextureLevel => {
    const bytes = readLevel(level, decompress);
    const size = sizeAt(ktx, i);
    return { ...size, data: isRaw ? bytes : decodeImages(ktx, bytes, i) };
  });
  if (about.isTwoChannel && !isRaw) for (const { data } of levels) fillZ(data);
  if (about.isGray && !isRaw) for (const { data } of levels) fillGray(data);
  return plainData({ ...about, isTwoChannel: false }, levels);
}

const plainData = (about: TextureFacts, levels: readonly TextureLevel[]): TextureData => ({
  ...about,
  levels,
  format: RGBAFormat,
  type: UnsignedByteType,
  isCompressed: false,
});

/** Every image of a level, in the order of the file. */
export function eachImage(ktx: Ktx2, level: number): readonly TextureImage[] {
  const layers = Math.max(1, ktx.layerCount);
  const slices = Math.max(1, ktx.pixelDepth >> level);
  const count = layers * ktx.faceCount * slices;
  return Array.from({ length: count }, (_, i) => ({
    level,
    layer: Math.floor(i / (ktx.faceCount * slices)),
    face: Math.floor(i / slices) % ktx.faceCount,
    slice: i % slices,
  }));
}

function decodeImages(ktx: Ktx2, bytes: Uint8Array, level: number): Uint8Array {
  const images = eachImage(ktx, level).map((image) => decodeTextureLevel(ktx, bytes, image).rgba);
  const [first] = images;
  if (first === undefined || images.length === 1) return first ?? new Uint8Array(0);
  const all = new Uint8Array(images.length * first.byteLength);
  for (const [i, image] of images.entries()) all.set(image, i * first.byteLength);
  return all;
}
