// KTX2 files as sources of textures. Loaded with the first of them: decoders of all block formats belong to it.

import { ktx2ToImage } from '../../compilers/texture/ktx2-to-image.js';
import { openKtx2 } from '../../compilers/texture/open-ktx2.js';
import { reusabilityOf, reuseKtx2 } from '../../compilers/texture/reuse-ktx2.js';
import { textureSettingsOf } from '../../compilers/texture/texture-context.js';
import type { Image } from '../../model/image/image.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { type BytesRef, placeIn } from '../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { chosenTexture } from '../../runtimes/format-settings.js';

/** As numbers, not colors. */
export const decodeKtx2 = async (
  ref: BytesRef,
  bytes: Uint8Array,
  settings: ReturnType<typeof textureSettingsOf>,
): Promise<Image> => await ktx2ToImage(openKtx2(ref, bytes, settings), 'linear');

/** The file as it is, if it fits the settings; else its image. */
export async function reuseOrDecode(
  context: CompileContext,
  ref: BytesRef,
  bytes: Uint8Array,
  mode: TextureMode,
): Promise<{ readonly image: Image; readonly isKtx2: boolean } | Uint8Array> {
  const settings = textureSettingsOf(context);
  const opened = openKtx2(ref, bytes, settings);
  // For a format of plain texels it is decoded, and then all settings apply.
  const isCopied = chosenTexture(context.settings).format.texels === undefined;
  const reusability = reusabilityOf(opened, mode, isCopied ? settings : { ...settings, mips: false });
  if (reusability === 'reusable' && isCopied && context.hooks.length === 0)
    return reuseKtx2(opened, settings, (message) =>
      context.warn({ code: 'texture/ktx2-as-it-is', file: ref.file, where: placeIn(ref, 0), message }),
    );
  if (reusability !== 'reusable' && reusability.reason !== undefined)
    context.warn({
      code: 'texture/ktx2-anew',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `the KTX2 image ${reusability.reason}, so it is decoded and encoded again`,
    });
  return { image: await ktx2ToImage(opened, mode), isKtx2: true };
}
