// Lossless textures: RGBA8, plain or one Zstandard frame per level.

import { encodeKtx2, rgba8Format, Supercompression, type Transfer } from '@assetc/formats/ktx2';
import type { PackLevel } from './pack-level.js';
import { baseLevel, joinParts, type Surfaces } from './surfaces.js';

/** If `pack` is undefined, levels are not compressed. */
export async function encodeRawSurfaces(
  surfaces: Surfaces,
  transfer: Transfer,
  pack: PackLevel | undefined,
): Promise<Uint8Array> {
  const base = baseLevel(surfaces);
  const levels: { bytes: Uint8Array; uncompressedByteLength: number }[] = [];
  for (const n of (surfaces.chains[0] ?? []).keys()) {
    const texels = joinParts(surfaces.chains.map((chain) => chain[n]?.pixels ?? new Uint8Array()));
    levels.push({ bytes: (await pack?.(texels)) ?? texels, uncompressedByteLength: texels.length });
  }
  return encodeKtx2({
    format: rgba8Format(transfer),
    pixelWidth: base.width,
    pixelHeight: base.height,
    faceCount: surfaces.faceCount,
    layerCount: surfaces.layerCount,
    supercompressionScheme: pack === undefined ? Supercompression.none : Supercompression.zstd,
    levels,
  });
}
