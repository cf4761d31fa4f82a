// Decodes KTX2 textures to RGBA8: UASTC by the kernel, every other GPU format by the SDK.

import {
  decodeTextureLevel,
  FormatError,
  type Ktx2,
  levelByteLength,
  readLevel,
  Supercompression,
  texelBlockOf,
  texelFormatOf,
} from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { loadZstd, type Zstd } from '../zstd.js';
import { inflateLevel } from './inflate-level.js';

/** An image of RGBA8 texels. */
export interface Texels {
  readonly width: number;
  readonly height: number;
  /** RGBA, rows from the top. */
  readonly pixels: Uint8Array;
}

/** No GPU accepts a larger level. Memory for a file that claims more is not allocated. */
const MAX_LEVEL_BYTES = 2 ** 30;

/** Why a texture cannot be decoded to one RGBA8 image; undefined if it can. */
export function texelsUnsupportedReason(ktx: Ktx2): string | undefined {
  const reason = imagesUnsupportedReason(ktx);
  if (reason !== undefined) return reason;
  if (ktx.faceCount !== 1) return 'it is a cubemap';
  return ktx.layerCount > 0 ? 'it is a texture array' : undefined;
}

const HDR_FORMATS: readonly string[] = ['rgba16f', 'rgb9e5', 'bc6h', 'bc6h-signed'];

/** Whether the texels are HDR; hdr/decode-hdr.ts decodes those. */
export function isHdrTexture(ktx: Pick<Ktx2, 'vkFormat' | 'dataFormat'>): boolean {
  const format = texelFormatOf(ktx) ?? '';
  return HDR_FORMATS.includes(format) || format.endsWith('-hdr');
}

/** Why a texture cannot be decoded to RGBA8, if cubemaps and arrays are accepted; undefined if it can. */
export function imagesUnsupportedReason(ktx: Ktx2): string | undefined {
  if (ktx.pixelDepth > 0) return 'it is a 3D texture';
  if (ktx.pixelHeight === 0) return 'it is a 1D texture';
  const format = texelFormatOf(ktx);
  if (format === undefined) return 'its texel format cannot be decoded';
  if (isHdrTexture(ktx)) return 'it is HDR';
  const scheme = ktx.supercompressionScheme;
  const isKnown = [Supercompression.none, Supercompression.zstd, Supercompression.zlib].some((one) => one === scheme);
  return isKnown ? undefined : `its levels are compressed with scheme ${scheme}`;
}

/** Decodes the first `count` levels, largest first. Throws FormatError if one is damaged or unsupported. */
export async function decodeTexels(ktx: Ktx2, count: number): Promise<readonly Texels[]> {
  const reason = texelsUnsupportedReason(ktx);
  if (reason !== undefined) throw new FormatError('unsupported', 12, reason);
  const [levels = []] = await decodeImages(ktx, count);
  return levels;
}

/** Decodes every image: layer by layer, and face by face within a layer. Otherwise like `decodeTexels`. */
export async function decodeImages(ktx: Ktx2, count: number): Promise<readonly (readonly Texels[])[]> {
  const reason = imagesUnsupportedReason(ktx);
  if (reason !== undefined) throw new FormatError('unsupported', 12, reason);
  const zstd = ktx.supercompressionScheme === Supercompression.zstd ? await loadZstd() : undefined;
  const levels = ktx.levels.slice(0, count).map((_, n) => levelBytes(ktx, n, zstd));
  const imageCount = Math.max(1, ktx.layerCount) * ktx.faceCount;
  return Array.from({ length: imageCount }, (_, part) => levels.map((bytes, n) => imageOf(ktx, bytes, n, part)));
}

/** One level of the first image. */
export async function decodeOneLevel(ktx: Ktx2, level: number): Promise<Texels> {
  const reason = imagesUnsupportedReason(ktx);
  if (reason !== undefined) throw new FormatError('unsupported', 12, reason);
  const zstd = ktx.supercompressionScheme === Supercompression.zstd ? await loadZstd() : undefined;
  return imageOf(ktx, levelBytes(ktx, level, zstd), level, 0);
}

/** The bytes of a level, decompressed. */
export function levelBytes(ktx: Ktx2, n: number, zstd: Zstd | undefined): Uint8Array {
  const block = texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  const level = ktx.levels[n];
  if (block === undefined || level === undefined)
    throw new FormatError('unsupported', 12, 'its texel blocks have no size');
  const expectedBytes = levelByteLength(block, ktx, n);
  if (expectedBytes > MAX_LEVEL_BYTES)
    throw new FormatError('unsupported', level.byteOffset, `level ${n} has ${expectedBytes} bytes`);
  const bytes = readLevel(level, (stored, length) => zstd?.decompress(stored, length) ?? inflateLevel(stored, length));
  if (bytes.byteLength !== expectedBytes)
    throw new FormatError(
      'bad-value',
      level.byteOffset,
      `level ${n} has ${bytes.byteLength} bytes, not ${expectedBytes}`,
    );
  return bytes;
}

function imageOf(ktx: Ktx2, bytes: Uint8Array, level: number, imageIndex: number): Texels {
  const imageCount = Math.max(1, ktx.layerCount) * ktx.faceCount;
  const [width, height] = [Math.max(1, ktx.pixelWidth >> level), Math.max(1, ktx.pixelHeight >> level)];
  const length = bytes.length / imageCount;
  if (texelFormatOf(ktx) === 'uastc')
    return {
      width,
      height,
      pixels: decodeUastc(bytes.subarray(imageIndex * length, (imageIndex + 1) * length), width, height),
    };
  const image = { level, layer: Math.floor(imageIndex / ktx.faceCount), face: imageIndex % ktx.faceCount };
  return { width, height, pixels: decodeTextureLevel(ktx, bytes, image).rgba };
}
