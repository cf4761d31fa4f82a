// Encodes cube levels as KTX2 files, one per requested encoding.

import { irradianceEntry } from '@assetc/formats';
import { encodeHdrTextures, type HdrTextureOptions } from '../../encoding/hdr/encode-hdr-textures.js';
import type { Parallel } from '../../encoding/parallel.js';
import type { CubeLevel } from './prefilter.js';

/** `irradiance`: stored as metadata with the levels of lighting. */
export function encodeHdrCubes(
  cube: readonly CubeLevel[],
  wanted: readonly HdrTextureOptions[],
  irradiance: Float32Array | undefined,
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const levels = cube.map(({ size, texels }) => ({ width: size, height: size, texels }));
  const keyValues = irradiance === undefined ? [] : [irradianceEntry(irradiance)];
  const surfaces = { levels, faceCount: 6, layerCount: 0, hasAlpha: false, keyValues } as const;
  return encodeHdrTextures(surfaces, wanted, parallel);
}
