// Decodes HDR KTX2 textures to f32.

import { decodeHdrLevel, FormatError, fromHalf, type Ktx2, Supercompression } from '@assetc/formats';
import { levelBytes } from '../texture/decode-texels.js';
import { loadZstd } from '../zstd.js';

export interface HdrTexels {
  readonly width: number;
  readonly height: number;
  /** RGBA, rows from the top. */
  readonly texels: Float32Array;
}

const SCHEMES: readonly number[] = [Supercompression.none, Supercompression.zstd, Supercompression.zlib];

/** Why a texture cannot be decoded; undefined if it can. */
export function hdrUnsupportedReason(ktx: Ktx2): string | undefined {
  if (ktx.pixelDepth > 0) return 'it is a 3D texture';
  if (ktx.pixelHeight === 0) return 'it is a 1D texture';
  const scheme = ktx.supercompressionScheme;
  return SCHEMES.includes(scheme) ? undefined : `its levels are compressed with scheme ${scheme}`;
}

let halfTable: Float32Array | undefined;

/** Every image of a level: layer by layer, and face by face within a layer. Throws FormatError if it is damaged or unsupported. */
export async function decodeHdrImages(ktx: Ktx2, level: number): Promise<readonly HdrTexels[]> {
  const reason = hdrUnsupportedReason(ktx);
  if (reason !== undefined) throw new FormatError('unsupported', 12, reason);
  const zstd = ktx.supercompressionScheme === Supercompression.zstd ? await loadZstd() : undefined;
  const bytes = levelBytes(ktx, level, zstd);
  halfTable ??= Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits));
  const table = halfTable;
  return Array.from({ length: Math.max(1, ktx.layerCount) * ktx.faceCount }, (_, part) => {
    const image = { level, layer: Math.floor(part / ktx.faceCount), face: part % ktx.faceCount };
    const { width, height, halfs: bits } = decodeHdrLevel(ktx, bytes, image);
    const texels = new Float32Array(bits.length);
    for (let i = 0; i < bits.length; i++) texels[i] = table[bits[i] ?? 0] ?? 0;
    return { width, height, texels };
  });
}
