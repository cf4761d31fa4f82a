// Runs the hooks of an asset on an image, between decoding and encoding.

import type { Image } from '../model/image/image.js';
import type { TextureMode } from '../model/image/texture-params.js';
import type { BytesRef } from '../model/kind/bytes-ref.js';
import type { CompileContext } from '../model/kind/compile-context.js';

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
