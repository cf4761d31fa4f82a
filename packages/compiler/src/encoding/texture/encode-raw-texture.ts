// Lossless textures: RGBA8 as given, each level one Zstandard frame.

import { buildMipChain, encodeRawSurfaces as encodeSurfaces, type Surfaces } from '@assetc/encoder/steps';
import type { Transfer } from '@assetc/formats';
import type { Image } from '../../model/image/image.js';
import type { Parallel } from '../parallel.js';
import { zstdPacker } from '../zstd.js';

/** Encodes a single non-color image (a font's atlas): linear, full mip chain, texels as given. */
export async function encodeRawTexture(image: Image, zstdLevel: number, parallel: Parallel): Promise<Uint8Array> {
  const options = { mode: 'linear', mips: true, filter: 'box', wrap: 'clamp', maxSize: 0, alphaCutoff: null } as const;
  const chain = await buildMipChain(image, options, parallel);
  return encodeRawSurfaces({ chains: [chain], faceCount: 1, layerCount: 0 }, 'linear', zstdLevel);
}

export const encodeRawSurfaces = (surfaces: Surfaces, transfer: Transfer, zstdLevel: number): Promise<Uint8Array> =>
  encodeSurfaces(surfaces, transfer, zstdPacker(zstdLevel));
