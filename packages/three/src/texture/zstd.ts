// Undoes the supercompression of levels with the decoder that three carries, loaded when the first file needs it: `@assetc/three/zstd`, for whoever
// reads textures without a loader.

import { type Decompress, FormatError, Supercompression } from '@assetc/formats';

let loading: Promise<Decompress> | undefined;

async function load(): Promise<Decompress> {
  const { ZSTDDecoder } = await import('three/addons/libs/zstddec.module.js');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (stored, length, scheme) => {
    if (scheme !== Supercompression.zstd)
      throw new FormatError('unsupported', 44, `levels under supercompression ${scheme} cannot be read; Zstandard can`);
    return decoder.decode(stored, length);
  };
}

/**
 * What `readLevel` of @assetc/formats undoes the supercompression of a file by; undefined where a file needs nothing.
 *
 * @example
 * const texels = readLevel(ktx.levels[0], await decompressorFor(ktx.supercompressionScheme));
 */
export async function decompressorFor(scheme: number): Promise<Decompress | undefined> {
  if (scheme === Supercompression.none) return undefined;
  loading ??= load();
  return loading;
}
