// Undoes the supercompression of levels with the decoder that three carries, loaded when the first file needs it.

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

/** Undefined where a file needs none. */
export async function decompressorFor(scheme: number): Promise<Decompress | undefined> {
  if (scheme === Supercompression.none) return undefined;
  loading ??= load();
  return loading;
}
