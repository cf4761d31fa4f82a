// What a KTX2 file shows: its level 0, decoded as the command line does, and its sizes.

import { blockFormatOf, decodeKtx2, type Ktx2, texelFormatOf } from '@assetc/formats';
import { decodeHdrImages } from '../../../../packages/compiler/src/encoding/hdr/decode-hdr.js';
import { toneMap } from '../../../../packages/compiler/src/encoding/hdr/tone-map.js';
import {
  decodeTexels,
  isHdrTexture,
  type Texels,
} from '../../../../packages/compiler/src/encoding/texture/decode-texels.js';

const TITLES: Readonly<Record<string, string>> = {
  uastc: 'UASTC',
  bc1: 'BC1',
  bc3: 'BC3',
  bc4: 'BC4',
  bc5: 'BC5',
  bc7: 'BC7',
  bc6h: 'BC6H',
  'etc2-rgb': 'ETC2 RGB',
  'etc2-rgba': 'ETC2 RGBA',
  'eac-r11': 'EAC R11',
  'eac-rg11': 'EAC RG11',
  rgb9e5: 'RGB9E5',
  rgba16f: 'RGBA16F',
  rgba8: 'RGBA8',
};

/** `BC7`, `ASTC 6×6`. */
export const formatTitle = (ktx: Ktx2): string =>
  titleOf(blockFormatOf(ktx.vkFormat)?.name ?? texelFormatOf(ktx) ?? 'unknown');

export function titleOf(name: string): string {
  const astc = /^(uastc|astc)(?:-(\d+)x(\d+))?(-hdr)?$/.exec(name);
  if (astc !== null) {
    const [, family = '', width, height, isHdr] = astc;
    const size = width === undefined ? '' : ` ${width}×${height}`;
    return `${family.toUpperCase()}${isHdr === undefined ? '' : ' HDR'}${size}`;
  }
  return TITLES[name] ?? name.toUpperCase();
}

export interface Decoded {
  readonly ktx: Ktx2;
  readonly texels: Texels;
  readonly isHdr: boolean;
}

export async function decodeFile(bytes: Uint8Array): Promise<Decoded> {
  const ktx = decodeKtx2(bytes);
  if (isHdrTexture(ktx)) {
    const [image] = await decodeHdrImages(ktx, 0);
    if (image === undefined) throw new Error('a texture without an image');
    return { ktx, texels: toneMap(image, true), isHdr: true };
  }
  const [texels] = await decodeTexels(ktx, 1);
  if (texels === undefined) throw new Error('a texture without a level');
  return { ktx, texels, isHdr: false };
}

/** With all levels, as RGBA8 or RGBA16F. */
export function rawBytesOf(ktx: Ktx2): number {
  const texelBytes = isHdrTexture(ktx) ? 8 : 4;
  const { pixelWidth: width, pixelHeight: height } = ktx;
  return ktx.levels.reduce(
    (sum, _, level) => sum + Math.max(1, width >> level) * Math.max(1, height >> level) * texelBytes,
    0,
  );
}

/** With all levels, as the GPU stores them. */
export const gpuBytesOf = ({ levels }: Ktx2): number =>
  levels.reduce((sum, level) => sum + level.uncompressedByteLength, 0);
