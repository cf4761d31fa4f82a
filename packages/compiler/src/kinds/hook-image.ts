// Runs the hooks of an asset on an image, between decoding and encoding.

import type { BytesRef } from '../model/bytes-ref.js';
import type { CompileContext } from '../model/compile-context.js';
import type { Image } from '../model/image.js';
import type { TextureMode } from '../model/texture-params.js';

export async function hookImage(
  context: CompileContext,
  image: Image,
  { file }: BytesRef,
  role: TextureMode,
): Promise<Image> {
  let hooked = image;
  for (const hook of context.hooks) hooked = (await hook.image?.({ image: hooked, file, role }, context)) ?? hooked;
  return hooked;
}
