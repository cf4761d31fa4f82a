// Decompresses a level. ETC1S is decoded to texels, since its blocks have no other form.

import { decodeEtc1sLevel, type Ktx2, readLevel } from '@assetc/formats';
import { decompressorFor } from '@assetc/three/zstd';
import { isEtc1s } from '../facts.js';

export async function inflateLevel(ktx: Ktx2, level: number): Promise<Uint8Array> {
  const found = ktx.levels[level];
  if (found === undefined) throw new RangeError(`there is no level ${level}`);
  if (isEtc1s(ktx)) return decodeEtc1sLevel(ktx, level);
  return readLevel(found, await decompressorFor(ktx.supercompressionScheme));
}
