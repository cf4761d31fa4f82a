// The bytes of a level, without the supercompression of its file.

import { type Ktx2, readLevel } from '@assetc/formats';
import { decompressorFor } from '@assetc/three/zstd';

export async function inflateLevel(ktx: Ktx2, level: number): Promise<Uint8Array> {
  const found = ktx.levels[level];
  if (found === undefined) throw new RangeError(`there is no level ${level}`);
  return readLevel(found, await decompressorFor(ktx.supercompressionScheme));
}
