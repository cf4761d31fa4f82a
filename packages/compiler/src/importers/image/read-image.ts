// An image that a reference names: a file of the input, or bytes inside one. Complaints name the place in the file.

import type { BytesRef } from '../../model/bytes-ref.js';
import type { CompileContext } from '../../model/compile-context.js';
import type { Image } from '../../model/image.js';
import type { ImageAbout, ImageInput } from './image-input.js';
import { importImage } from './import-image.js';

/** How the bytes are to be read. */
type ImageOptions = Pick<ImageInput, 'limit' | 'colors'>;

export async function readImage(
  context: Pick<CompileContext, 'readRef' | 'warn'>,
  ref: BytesRef,
  options: ImageOptions,
): Promise<Image> {
  return importBytes(context, ref, await context.readRef(ref), options);
}

/** The same for bytes that the reference has given already. */
export function importBytes(
  context: Pick<CompileContext, 'warn'>,
  ref: BytesRef,
  bytes: Uint8Array,
  options: ImageOptions,
): Promise<Image> {
  return importImage({ ...aboutRef(context, ref, options), bytes });
}

/** What decoders are told besides the bytes. */
export function aboutRef(context: Pick<CompileContext, 'warn'>, ref: BytesRef, options: ImageOptions): ImageAbout {
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
