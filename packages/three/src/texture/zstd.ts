// Decompresses levels with three's Zstandard decoder, loaded on first use. Exported as `@assetc/three/zstd` for programs that read textures
// without a loader.

import { type Decompress, FormatError, Supercompression } from '@assetc/formats';

let loading: Promise<Decompress> | undefined;

async function load(): Promise<Decompress> {
  const { ZSTDDecoder } = await import('three/addons/libs/zstddec.module.js');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (stored, length, scheme) => {
    if (scheme !== Supercompression.zstd)
      throw new FormatError('unsupported', 44, `supercompression scheme ${scheme} is not supported; only Zstandard is`);
    return decoder.decode(stored, length);
  };
}

/**
 * Returns the decompressor that `readLevel` of @assetc/formats needs for this scheme; undefined if it needs none.
 *
 * @example
 * const texels = readLevel(ktx.levels[0], await decompressorFor(ktx.supercompressionScheme));
 */
export async function decompressorFor(scheme: number): Promise<Decompress | undefined> {
  if (scheme === Supercompression.none) return undefined;
  loading ??= load();
  return loading;
}
