// How opaque a material is, as far as a baker of micromaps needs to know.

import type { TextureSampler, TextureTransform } from '../../../model/image/texture-use.js';

/** The alpha of an image, as the texture file has it. */
export interface OpacityImage {
  readonly width: number;
  readonly height: number;
  /** Bounds of each texel's alpha, 0 to 255. They differ by what transcoders and GPUs make of blocks. */
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

/** A material that hides what is below its cutoff. */
export interface MaskedOpacity {
  /** Undefined if alpha is that of the factor everywhere. */
  readonly image: OpacityImage | undefined;
  readonly factor: number;
  readonly cutoff: number;
  readonly uvSet: number;
  readonly transform?: TextureTransform | undefined;
  readonly sampler?: TextureSampler | undefined;
}

/** Unknown: only a shader can decide, for example if an animation moves the texture. */
export type Opacity = 'opaque' | 'unknown' | MaskedOpacity;

/** The states on disk. */
export const TRANSPARENT = 0;
export const OPAQUE = 1;
export const UNKNOWN_TRANSPARENT = 2;
export const UNKNOWN_OPAQUE = 3;
