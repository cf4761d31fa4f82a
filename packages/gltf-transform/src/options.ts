// The options of compressTextures.

import type { EncodeOptions, EncoderPool, PackLevel, SourceImage } from '@assetc/encoder';

/** Decodes an image to RGBA with straight alpha and unconverted colors. Resolves to undefined if it does not know the type. */
export type DecodeImage = (bytes: Uint8Array, mimeType: string) => Promise<SourceImage | undefined>;

/** How textures are compressed. Every option is optional. */
export interface CompressTexturesOptions
  extends Pick<EncodeOptions, 'quality' | 'mips' | 'filter' | 'wrap' | 'maxSize' | 'rdo'> {
  /** Only textures whose name or URI matches. */
  readonly pattern?: RegExp;
  /** Only textures with a slot that matches: `baseColorTexture`, `normalTexture`, `sheenColorTexture`. */
  readonly slots?: RegExp;
  /**
   * Compresses the bytes of a level to a Zstandard frame, which saves a quarter of a file, and half with `rdo`. If absent, levels are not
   * compressed.
   */
  readonly zstd?: PackLevel;
  /** Threads to encode in; null for the calling thread. Default: workers that live as long as the transform. */
  readonly pool?: EncoderPool | null;
  /** Replaces the decoder for PNG, JPEG and WebP. */
  readonly decode?: DecodeImage;
  /** Aborts the transform. Textures that are done by then stay compressed. */
  readonly signal?: AbortSignal;
}
