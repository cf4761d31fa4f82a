// What compressTextures takes.

import type { EncodeOptions, EncoderPool, PackLevel, SourceImage } from '@assetc/encoder';

/** Decodes an image: RGBA, straight alpha, colors as they are stored. Undefined if it is of a type that is not known. */
export type DecodeImage = (bytes: Uint8Array, mimeType: string) => Promise<SourceImage | undefined>;

/** How textures are compressed. All is optional. */
export interface CompressTexturesOptions
  extends Pick<EncodeOptions, 'quality' | 'mips' | 'filter' | 'wrap' | 'maxSize' | 'rdo'> {
  /** Only textures whose name or URI matches. */
  readonly pattern?: RegExp;
  /** Only textures with a slot that matches: `baseColorTexture`, `normalTexture`, `sheenColorTexture`. */
  readonly slots?: RegExp;
  /** Makes a Zstandard frame of the bytes of a level, which takes a quarter off a file and half with `rdo`. Without it levels are stored plain. */
  readonly zstd?: PackLevel;
  /** Threads to encode in; null for the calling one. By default workers are started, and ended with the transform. */
  readonly pool?: EncoderPool | null;
  /** In place of the decoder for PNG, JPEG and WebP. */
  readonly decode?: DecodeImage;
  /** Ends the work. Textures that are done by then stay compressed. */
  readonly signal?: AbortSignal;
}
