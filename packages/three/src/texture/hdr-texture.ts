// Textures of high dynamic range: blocks and packed texels that devices sample as they are.

import { readLevel } from '@assetc/formats';
import { HalfFloatType, RGB_BPTC_UNSIGNED_Format, RGBA_ASTC_4x4_Format, RGBFormat, UnsignedInt5999Type } from 'three';
import type { DeviceFormats } from './device-formats.js';
import { compressedAs, sizeAt, type TextureFile } from './read-texture.js';
import type { TextureData } from './texture-data.js';

const RGB9E5 = 123;
const BC6H_UFLOAT = 143;
const ASTC_4X4_SFLOAT = 1_000_066_000;

/** Undefined for formats of low range, and for those that the device lacks. */
export function hdrData(file: TextureFile, device: DeviceFormats): TextureData | undefined {
  const { ktx, about, decompress } = file;
  const bytesOf = (level: number): Uint8Array => {
    const stored = ktx.levels[level];
    return stored === undefined ? new Uint8Array(0) : readLevel(stored, decompress);
  };
  const levels = (read: (bytes: Uint8Array) => Uint8Array | Uint32Array) =>
    ktx.levels.map((_, i) => ({ ...sizeAt(ktx, i), data: read(bytesOf(i)) }));
  if (ktx.vkFormat === RGB9E5)
    return {
      ...about,
      levels: levels((bytes) => new Uint32Array(bytes.slice().buffer)),
      format: RGBFormat,
      type: UnsignedInt5999Type,
      isCompressed: false,
    };
  const needed = ktx.vkFormat === BC6H_UFLOAT ? BC6H_NEEDS : ktx.vkFormat === ASTC_4X4_SFLOAT ? ASTC_NEEDS : undefined;
  if (needed === undefined || !needed.names.some((name) => device.offered.has(name))) return undefined;
  return { ...about, levels: levels((bytes) => bytes), ...compressedAs(needed.format), type: HalfFloatType };
}

const BC6H_NEEDS = {
  format: RGB_BPTC_UNSIGNED_Format,
  names: ['EXT_texture_compression_bptc', 'texture-compression-bc'],
};
/** `astc-hdr` stands for WebGL's extension with the profile `hdr`. */
const ASTC_NEEDS = { format: RGBA_ASTC_4x4_Format, names: ['astc-hdr'] };
