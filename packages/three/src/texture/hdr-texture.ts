// HDR textures: blocks and packed texels as in the file if the device supports them, UASTC HDR as BC6H, else half floats.

import {
  ASTC_FOOTPRINTS,
  decodeHdrLevel,
  type HdrFormat,
  hdrFormatOf,
  readLevel,
  transcodeHdr,
  VkFormat,
} from '@assetc/formats';
import {
  HalfFloatType,
  RGB_BPTC_UNSIGNED_Format,
  RGBA_ASTC_4x4_Format,
  RGBAFormat,
  RGBFormat,
  UnsignedInt5999Type,
} from 'three';
import { type DeviceFormats, threeFormatOf } from './device-formats.js';
import { compressedAs, eachImage, sizeAt, type TextureFile } from './read-texture.js';
import type { TextureData, TextureLevel } from './texture-data.js';

interface BlockFormat {
  readonly format: number;
  /** Names in WebGL and WebGPU; `astc-hdr` means WebGL's extension with that profile. */
  readonly needs: readonly string[];
}

const BC6H: BlockFormat = {
  format: RGB_BPTC_UNSIGNED_Format,
  needs: ['EXT_texture_compression_bptc', 'texture-compression-bc'],
};
const BLOCKS: Readonly<Partial<Record<HdrFormat, BlockFormat>>> = {
  bc6h: BC6H,
  'astc-hdr': { format: RGBA_ASTC_4x4_Format, needs: ['astc-hdr'] },
  'uastc-hdr': { format: RGBA_ASTC_4x4_Format, needs: ['astc-hdr'] },
};

/** Three has a constant for each block size of ASTC, for LDR and HDR. */
function sizedFormat({ vkFormat }: TextureFile['ktx'], { format }: BlockFormat): number {
  const footprint = ASTC_FOOTPRINTS[vkFormat - VkFormat.astc4x4Sfloat];
  return footprint === undefined ? format : threeFormatOf(`astc-${footprint}`);
}

/** Returns undefined for LDR textures. */
export function hdrData(file: TextureFile, device: DeviceFormats): TextureData | undefined {
  const { ktx, about, decompress } = file;
  const name = hdrFormatOf(ktx.vkFormat, ktx.dataFormat.basic?.colorModel);
  if (name === undefined) return undefined;
  const levels = (read: (bytes: Uint8Array, level: number) => TextureLevel['data']): readonly TextureLevel[] =>
    ktx.levels.map((level, i) => ({ ...sizeAt(ktx, i), data: read(readLevel(level, decompress), i) }));
  const blocks = BLOCKS[name];
  const fitsBlocks = ktx.pixelWidth % 4 === 0 && ktx.pixelHeight % 4 === 0;
  const isOffered = blocks?.needs.some((each) => device.offered.has(each)) === true;
  if (blocks !== undefined && isOffered && about.shape !== '3d' && (fitsBlocks || name !== 'bc6h'))
    return {
      ...about,
      levels: levels((bytes) => bytes),
      ...compressedAs(sizedFormat(ktx, blocks)),
      type: HalfFloatType,
    };
  if (name === 'uastc-hdr' && fitsBlocks && BC6H.needs.some((each) => device.offered.has(each))) {
    const transcoded = levels((bytes, level) => transcodeHdr({ bytes, ...sizeAt(ktx, level) }, 'bc6h'));
    return { ...about, levels: transcoded, ...compressedAs(BC6H.format), type: HalfFloatType };
  }
  if (name === 'rgb9e5' && about.shape !== '3d') {
    const words = levels((bytes) => viewAs(Uint32Array, bytes));
    return { ...about, levels: words, format: RGBFormat, type: UnsignedInt5999Type, isCompressed: false };
  }
  const halfs =
    name === 'rgba16f'
      ? levels((bytes) => viewAs(Uint16Array, bytes))
      : levels((bytes, level) => decodeHalfs(file, bytes, level));
  return { ...about, levels: halfs, format: RGBAFormat, type: HalfFloatType, isCompressed: false };
}

/** Without a copy if the bytes are aligned, as in a file by itself: a level may have hundreds of megabytes. */
function viewAs<T extends TextureLevel['data']>(
  Words: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBufferLike, at: number, length: number): T },
  bytes: Uint8Array,
): T {
  const isAligned = bytes.byteOffset % Words.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? bytes : new Uint8Array(bytes);
  return new Words(buffer, byteOffset, byteLength / Words.BYTES_PER_ELEMENT);
}

function decodeHalfs({ ktx }: TextureFile, bytes: Uint8Array, level: number): Uint16Array {
  const images = eachImage(ktx, level).map((image) => decodeHdrLevel(ktx, bytes, image).halfs);
  const all = new Uint16Array(images.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const image of images) {
    all.set(image, at);
    at += image.length;
  }
  return all;
}
