// The texels of KTX2 textures as RGBA8: UASTC by the kernel, everything else that GPUs sample by the SDK.

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
import { inflateLevel } from './inflate-level.js';
import { loadZstd, type Zstd } from './zstd.js';

export interface Texels {
  readonly width: number;
  readonly height: number;
  /** RGBA, rows from the top. */
  readonly pixels: Uint8Array;
}

/** No level of a texture that a GPU takes is larger; a file that claims more is not given the memory. */
const MOST_BYTES = 2 ** 30;

/** Why such a texture has no RGBA8 texels; undefined where it has. */
export function texelsRefusal(ktx: Ktx2): string | undefined {
  const refusal = imagesRefusal(ktx);
  if (refusal !== undefined) return refusal;
  if (ktx.faceCount !== 1) return 'it is a cubemap';
  return ktx.layerCount > 0 ? 'it is a texture array' : undefined;
}

const HDR: readonly string[] = ['rgba16f', 'rgb9e5', 'bc6h', 'bc6h-signed', 'astc-4x4-hdr'];

/** Whether its texels are of high dynamic range: see hdr/decode-hdr.ts. */
export const isHdrTexture = (ktx: Ktx2): boolean => HDR.includes(texelFormatOf(ktx) ?? '');

/** The same, where cubemaps and arrays are welcome. */
export function imagesRefusal(ktx: Ktx2): string | undefined {
  if (ktx.pixelDepth > 0) return 'it is a 3D texture';
  if (ktx.pixelHeight === 0) return 'it is a 1D texture';
  const format = texelFormatOf(ktx);
  if (format === undefined) return 'its texels are in no format that is decoded';
  if (isHdrTexture(ktx)) return 'its texels are of high dynamic range';
  const scheme = ktx.supercompressionScheme;
  const known = [Supercompression.none, Supercompression.zstd, Supercompression.zlib].some((one) => one === scheme);
  return known ? undefined : `its levels are packed by scheme ${scheme}`;
}

/** The first `count` levels, largest first, as stored; FormatError where one is damaged or `texelsRefusal` has something to say. */
export async function decodeTexels(ktx: Ktx2, count: number): Promise<readonly Texels[]> {
  const refusal = texelsRefusal(ktx);
  if (refusal !== undefined) throw new FormatError('unsupported', 12, refusal);
  const [levels = []] = await decodeImages(ktx, count);
  return levels;
}

/** Of every image, layer by layer, in it face by face. As `decodeTexels` otherwise, where `imagesRefusal` has nothing to say. */
export async function decodeImages(ktx: Ktx2, count: number): Promise<readonly (readonly Texels[])[]> {
  const refusal = imagesRefusal(ktx);
  if (refusal !== undefined) throw new FormatError('unsupported', 12, refusal);
  const zstd = ktx.supercompressionScheme === Supercompression.zstd ? await loadZstd() : undefined;
  const levels = ktx.levels.slice(0, count).map((_, n) => levelBytes(ktx, n, zstd));
  const parts = Math.max(1, ktx.layerCount) * ktx.faceCount;
  return Array.from({ length: parts }, (_, part) => levels.map((bytes, n) => imageOf(ktx, bytes, n, part)));
}

/** A level without supercompression. */
export function levelBytes(ktx: Ktx2, n: number, zstd: Zstd | undefined): Uint8Array {
  const block = texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  const level = ktx.levels[n];
  if (block === undefined || level === undefined)
    throw new FormatError('unsupported', 12, 'its texel blocks have no size');
  const wanted = levelByteLength(block, ktx, n);
  if (wanted > MOST_BYTES) throw new FormatError('unsupported', level.byteOffset, `level ${n} has ${wanted} bytes`);
  const bytes = readLevel(level, (stored, length) => zstd?.decompress(stored, length) ?? inflateLevel(stored, length));
  if (bytes.byteLength !== wanted)
    throw new FormatError('bad-value', level.byteOffset, `level ${n} has ${bytes.byteLength} bytes, not ${wanted}`);
  return bytes;
}

function imageOf(ktx: Ktx2, bytes: Uint8Array, level: number, part: number): Texels {
  const parts = Math.max(1, ktx.layerCount) * ktx.faceCount;
  const [width, height] = [Math.max(1, ktx.pixelWidth >> level), Math.max(1, ktx.pixelHeight >> level)];
  const length = bytes.length / parts;
  if (texelFormatOf(ktx) === 'uastc')
    return { width, height, pixels: decodeUastc(bytes.subarray(part * length, (part + 1) * length), width, height) };
  const image = { level, layer: Math.floor(part / ktx.faceCount), face: part % ktx.faceCount };
  return { width, height, pixels: decodeTextureLevel(ktx, bytes, image).rgba };
}
