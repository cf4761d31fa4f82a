// The encoder's block textures under our Zstandard.

import {
  encodeBlockTextures as encodeTextures,
  type BlockTextureOptions as StepOptions,
  type Surfaces,
} from '@assetc/encoder/steps';
import type { Parallel } from './parallel.js';
import { zstdPacker } from './zstd.js';

/** As the encoder's, with a level of Zstandard in place of a function. */
export interface BlockTextureOptions extends Omit<StepOptions, 'pack'> {
  /** undefined: levels are stored as they are. */
  readonly zstdLevel: number | undefined;
}

/** A file for each that is wanted. `hasAlpha`: any alpha is below full. */
export const encodeBlockTextures = (
  surfaces: Surfaces,
  hasAlpha: boolean,
  wanted: readonly BlockTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> => encodeTextures(surfaces, hasAlpha, wanted.map(packed), parallel);

/** For the encoder. */
export const packed = ({ zstdLevel, ...options }: BlockTextureOptions): StepOptions => ({
  ...options,
  pack: zstdPacker(zstdLevel),
});
