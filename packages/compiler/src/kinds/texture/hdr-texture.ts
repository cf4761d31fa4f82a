// Compiles HDR images for the texture kind.

import { compileHdr, countTooBright, formatLostToAlpha } from '../../compilers/texture/compile-hdr.js';
import { emitTextures, otherEncodings, textureSettingsOf } from '../../compilers/texture/texture-context.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { importHdr } from '../../importers/image/import-hdr.js';
import { imageInfo } from '../../importers/image/read-image.js';
import type { HdrImage } from '../../model/image/hdr-image.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { type BytesRef, placeIn } from '../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { chosenTexture } from '../../runtimes/format-settings.js';

const NAMES = {
  'uastc-hdr': 'UASTC HDR',
  'astc-hdr': 'ASTC HDR',
  bc6h: 'BC6H',
  rgb9e5: 'RGB9E5',
} as const;

export async function compileHdrImage(
  context: CompileContext,
  ref: BytesRef,
  mode: TextureMode,
  bytes: Uint8Array,
): Promise<void> {
  if (mode === 'normal' || mode === 'grayscale')
    throw new AssetError({
      code: 'texture/hdr-role',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `an HDR image contains light and cannot be ${mode === 'normal' ? 'a normal map' : 'a single-channel texture'}`,
    });
  const { title, format } = chosenTexture(context.settings);
  if (format.texels !== undefined)
    throw new AssetError({
      code: 'texture/hdr-format',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `texture.format is ${title}, which does not support HDR`,
    });
  const settings = textureSettingsOf(context);
  const { limit, profile } = settings;
  const about = imageInfo(context, ref, { limit, colors: profile === 'apply' ? 'read' : 'as-is' });
  const image = await importHdr({ ...about, bytes });
  tellOf(context, ref, image);
  // Warnings about alpha depend on the target.
  const encodings = image.hasAlpha ? [] : otherEncodings(context);
  const wanted = encodings.map((other) => other.settings);
  const files = await compileHdr(image, settings, wanted, (task, count, payload) =>
    context.parallel(task, count, payload),
  );
  emitTextures(context, files, encodings, 'linear', format.suffix);
}

function tellOf(context: CompileContext, ref: BytesRef, image: HdrImage): void {
  const without = formatLostToAlpha(textureSettingsOf(context));
  if (image.hasAlpha && without !== undefined)
    context.warn({
      code: 'texture/hdr-alpha',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `the image uses alpha, which ${NAMES[without]} cannot store, so it is written as RGBA16F`,
    });
  const bright = countTooBright(image);
  if (bright > 0)
    context.warn({
      code: 'texture/too-bright',
      file: ref.file,
      where: placeIn(ref, 0),
      message: `${bright} ${bright === 1 ? 'value is' : 'values are'} above 65504, the largest half float, and clamped`,
    });
}
