// Decodes the image that a reference names: a file of the input, or bytes inside one. Diagnostics name the position in the file.

import type { Image } from '../../model/image/image.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { ImageInfo, ImageInput } from './image-input.js';
import { importImage } from './import-image.js';

/** How the bytes are read. */
type ImageOptions = Pick<ImageInput, 'limit' | 'colors'>;

export async function readImage(
  context: Pick<CompileContext, 'readRef' | 'warn'>,
  ref: BytesRef,
  options: ImageOptions,
): Promise<Image> {
  return importBytes(context, ref, await context.readRef(ref), options);
}

/** The same for bytes that are already read. */
export function importBytes(
  context: Pick<CompileContext, 'warn'>,
  ref: BytesRef,
  bytes: Uint8Array,
  options: ImageOptions,
): Promise<Image> {
  return importImage({ ...imageInfo(context, ref, options), bytes });
}

/** The decoder input apart from the bytes. */
export function imageInfo(context: Pick<CompileContext, 'warn'>, ref: BytesRef, options: ImageOptions): ImageInfo {
  return {
    file: ref.file,
    origin: {
      ...(ref.offset === undefined ? {} : { offset: ref.offset }),
      ...(ref.pointer === undefined ? {} : { pointer: ref.pointer }),
    },
    ...options,
    warn: (diagnostic) => context.warn(diagnostic),
  };
}
