// What a model asks of the texture compiler for one of its images: the params of a derived texture.

import type { BytesRef } from './kind.js';

export type TextureMode = 'color' | 'linear' | 'normal' | 'grayscale';

export interface TextureParams {
  readonly mode: TextureMode;
  /** Set where a masked material uses the image's alpha: mips keep the share of texels at or above it. */
  readonly alphaCutoff: number | null;
  readonly image: ImageSource;
}

/** One image as it is, or a roughness and a metallic map packed into G and B (R is 255; an absent map is 255). */
export type ImageSource =
  | { readonly whole: BytesRef }
  | { readonly roughness: BytesRef | null; readonly metallic: BytesRef | null };
