// The encoder's block textures, compressed with our Zstandard.

import {
  encodeBlockTextures as encodeTextures,
  type BlockTextureOptions as StepOptions,
  type Surfaces,
} from '@assetc/encoder/steps';
import type { Parallel } from '../parallel.js';
import { zstdPacker } from '../zstd.js';

/** The encoder's options, with a Zstandard level instead of a compression function. */
export interface BlockTextureOptions extends Omit<StepOptions, 'pack'> {
  /** If undefined, levels are stored without compression. */
  readonly zstdLevel: number | undefined;
}

/** Encodes one file per entry of `wanted`. `hasAlpha`: any texel is not opaque. */
export const encodeBlockTextures = (
  surfaces: Surfaces,
  hasAlpha: boolean,
  wanted: readonly BlockTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> => encodeTextures(surfaces, hasAlpha, wanted.map(toStepOptions), parallel);

/** The options in the form that the encoder takes. */
export const toStepOptions = ({ zstdLevel, ...options }: BlockTextureOptions): StepOptions => ({
  ...options,
  pack: zstdPacker(zstdLevel),
});
