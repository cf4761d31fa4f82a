// The bytes of a level, without the supercompression of its file; of ETC1S its texels, since nothing else comes of BasisLZ.

import { decodeEtc1sLevel, type Ktx2, readLevel } from '@assetc/formats';
import { decompressorFor } from '@assetc/three/zstd';
import { isEtc1s } from './facts.js';

export async function inflateLevel(ktx: Ktx2, level: number): Promise<Uint8Array> {
  const found = ktx.levels[level];
  if (found === undefined) throw new RangeError(`there is no level ${level}`);
  if (isEtc1s(ktx)) return decodeEtc1sLevel(ktx, level);
  return readLevel(found, await decompressorFor(ktx.supercompressionScheme));
}
