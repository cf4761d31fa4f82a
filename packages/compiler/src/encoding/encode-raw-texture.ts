// Lossless textures: RGBA8 as it is, every level one Zstandard frame.

import { encodeKtx2, rgba8Format, Supercompression, type Transfer } from '@assetc/formats';
import type { Image } from '../model/image.js';
import { buildMipChain } from './mip-chain.js';
import type { Parallel } from './parallel.js';
import { baseLevel, joinParts, type Surfaces } from './surfaces.js';
import { loadZstd } from './zstd.js';

/** A single image without colour meaning (a font's atlas): linear, full mips, texels as given. */
export async function encodeRawTexture(image: Image, zstdLevel: number, parallel: Parallel): Promise<Uint8Array> {
  const options = { mode: 'linear', mips: true, filter: 'box', wrap: 'clamp', maxSize: 0, alphaCutoff: null } as const;
  const chain = await buildMipChain(image, options, parallel);
  return encodeRawSurfaces({ chains: [chain], faceCount: 1, layerCount: 0 }, 'linear', zstdLevel);
}

export async function encodeRawSurfaces(
  surfaces: Surfaces,
  transfer: Transfer,
  zstdLevel: number,
): Promise<Uint8Array> {
  const zstd = await loadZstd();
  const base = baseLevel(surfaces);
  const levels = (surfaces.chains[0] ?? []).map((_, n) => {
    const texels = joinParts(surfaces.chains.map((chain) => chain[n]?.pixels ?? new Uint8Array()));
    return { bytes: zstd.compress(texels, zstdLevel), uncompressedByteLength: texels.length };
  });
  return encodeKtx2({
    format: rgba8Format(transfer),
    pixelWidth: base.width,
    pixelHeight: base.height,
    faceCount: surfaces.faceCount,
    layerCount: surfaces.layerCount,
    supercompressionScheme: Supercompression.zstd,
    levels,
  });
}
