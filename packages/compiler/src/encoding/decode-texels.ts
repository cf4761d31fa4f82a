// The texels of a 2D KTX2 texture as RGBA8: raw levels as they are, UASTC blocks decoded by the kernel.

import {
  ColorModel,
  FormatError,
  type Ktx2,
  levelByteLength,
  readLevel,
  Supercompression,
  texelBlockOf,
  VkFormat,
} from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { inflateLevel } from './inflate-level.js';
import { loadZstd } from './zstd.js';

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
  if (ktx.pixelDepth > 0) return 'it is a 3D texture';
  if (ktx.pixelHeight === 0) return 'it is a 1D texture';
  if (ktx.faceCount !== 1) return 'it is a cubemap';
  if (ktx.layerCount > 0) return 'it is a texture array';
  const model = ktx.dataFormat.basic?.colorModel;
  const isUastc = ktx.vkFormat === VkFormat.undefined && model === ColorModel.uastc;
  const isRaw = ktx.vkFormat === VkFormat.r8g8b8a8Unorm || ktx.vkFormat === VkFormat.r8g8b8a8Srgb;
  if (!isUastc && !isRaw) return 'its texels are neither RGBA8 nor UASTC';
  const scheme = ktx.supercompressionScheme;
  const known = [Supercompression.none, Supercompression.zstd, Supercompression.zlib].some((one) => one === scheme);
  return known ? undefined : `its levels are packed by scheme ${scheme}`;
}

/** The first `count` levels, largest first; FormatError where one is damaged or `texelsRefusal` has something to say. */
export async function decodeTexels(ktx: Ktx2, count: number): Promise<readonly Texels[]> {
  const refusal = texelsRefusal(ktx);
  const block = texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  if (refusal !== undefined || block === undefined)
    throw new FormatError('unsupported', 12, refusal ?? 'its texel blocks have no size');
  const zstd = ktx.supercompressionScheme === Supercompression.zstd ? await loadZstd() : undefined;
  return ktx.levels.slice(0, count).map((level, n) => {
    const width = Math.max(1, ktx.pixelWidth >> n);
    const height = Math.max(1, ktx.pixelHeight >> n);
    const wanted = levelByteLength(block, ktx, n);
    if (wanted > MOST_BYTES) throw new FormatError('unsupported', level.byteOffset, `level ${n} has ${wanted} bytes`);
    const bytes = readLevel(
      level,
      (stored, length) => zstd?.decompress(stored, length) ?? inflateLevel(stored, length),
    );
    if (bytes.byteLength !== wanted)
      throw new FormatError('bad-value', level.byteOffset, `level ${n} has ${bytes.byteLength} bytes, not ${wanted}`);
    return { width, height, pixels: block.width === 1 ? bytes : decodeUastc(bytes, width, height) };
  });
}
