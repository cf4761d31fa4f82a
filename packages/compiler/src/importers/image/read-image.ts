// An image that a reference names: a file of the input, or bytes inside one. Complaints name the place in the file.

import type { Image } from '../../model/image.js';
import type { BytesRef, CompileContext } from '../../model/kind.js';
import { importImage } from './import-image.js';

/** `limit`: the largest width and height that are decoded. */
export async function readImage(
  context: Pick<CompileContext, 'readRef' | 'warn'>,
  ref: BytesRef,
  limit: number,
): Promise<Image> {
  return importBytes(context, ref, await context.readRef(ref), limit);
}

/** The same for bytes that the reference has given already. */
export function importBytes(
  context: Pick<CompileContext, 'warn'>,
  ref: BytesRef,
  bytes: Uint8Array,
  limit: number,
): Promise<Image> {
  return importImage({
    file: ref.file,
    bytes,
    origin: {
      ...(ref.offset === undefined ? {} : { offset: ref.offset }),
      ...(ref.pointer === undefined ? {} : { pointer: ref.pointer }),
    },
    limit,
    warn: (diagnostic) => context.warn(diagnostic),
  });
}
