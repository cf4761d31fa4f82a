// Undoes the supercompression of levels with the decoder that three carries, loaded when the first file needs it.

import { type Decompress, FormatError, type Ktx2, readLevel, Supercompression } from '@assetc/formats';

let loading: Promise<Decompress> | undefined;

async function load(): Promise<Decompress> {
  const { ZSTDDecoder } = await import('three/addons/libs/zstddec.module.js');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (stored, length, scheme) => {
    if (scheme !== Supercompression.zstd)
      throw new FormatError('unsupported', 44, `levels under supercompression ${scheme} are not read; Zstandard is`);
    return decoder.decode(stored, length);
  };
}

export async function inflateLevel(ktx: Ktx2, level: number): Promise<Uint8Array> {
  const found = ktx.levels[level];
  if (found === undefined) throw new RangeError(`there is no level ${level}`);
  if (ktx.supercompressionScheme === Supercompression.none) return readLevel(found);
  loading ??= load();
  return readLevel(found, await loading);
}
