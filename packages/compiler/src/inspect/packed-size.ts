// Measures the size of a texture's file with Zstandard levels, by encoding it.

import { decodeKtx2, encodeKtx2, FormatError, Supercompression } from '@assetc/formats';
import { ZSTD_LEVELS, type Zstd } from '../encoding/zstd.js';

/** Undefined if it is already compressed, or is not a readable texture. */
export function packedSize(bytes: Uint8Array, zstdLevel: number, zstd: Zstd): number | undefined {
  try {
    const ktx = decodeKtx2(bytes);
    if (ktx.supercompressionScheme !== Supercompression.none) return undefined;
    const { vkFormat, typeSize, dataFormat, levels, ...rest } = ktx;
    const packed = encodeKtx2({
      ...rest,
      format: { vkFormat, typeSize, dataFormat },
      supercompressionScheme: Supercompression.zstd,
      levels: levels.map((level) => ({
        bytes: zstd.compress(level.bytes, zstdLevel),
        uncompressedByteLength: level.bytes.length,
      })),
    });
    return packed.length;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** The level that a build with these settings would use. */
export function zstdLevelOf(settings: string): number {
  const { texture }: { texture?: { quality?: unknown } } = JSON.parse(settings);
  for (const [quality, level] of Object.entries(ZSTD_LEVELS)) if (quality === texture?.quality) return level;
  return ZSTD_LEVELS.normal;
}
