// What the texture kinds share: reading an image through the context, and emitting the texture that came of it.

import { type TextureSettings, textureSettings } from '../../compilers/texture/settings.js';
import { importImage } from '../../importers/image/import-image.js';
import type { Image } from '../../model/image.js';
import type { BytesRef, CompileContext } from '../../model/kind.js';
import { settingsIn } from '../../model/setting.js';
import type { TextureMode, TextureSuffix } from '../../model/texture-params.js';

export const textureSettingsOf = (context: CompileContext): TextureSettings =>
  settingsIn(context.settings, textureSettings);

/** The mode that a setting asks for, else what the name or the slot says. */
export const modeOf = (settings: TextureSettings, otherwise: TextureMode): TextureMode =>
  settings.role === 'auto' ? otherwise : settings.role;

export async function readImage(context: CompileContext, ref: BytesRef): Promise<Image> {
  return importBytes(context, ref, await context.readRef(ref));
}

export function importBytes(context: CompileContext, ref: BytesRef, bytes: Uint8Array): Promise<Image> {
  return importImage({
    file: ref.file,
    bytes,
    origin: {
      ...(ref.offset === undefined ? {} : { offset: ref.offset }),
      ...(ref.pointer === undefined ? {} : { pointer: ref.pointer }),
    },
    limit: textureSettingsOf(context).limit,
    warn: (diagnostic) => context.warn(diagnostic),
  });
}

export function emitTexture(
  context: CompileContext,
  bytes: Uint8Array,
  mode: TextureMode,
  suffix: TextureSuffix = '.ktx2',
): void {
  const colorspace = mode === 'color' ? 'srgb' : 'linear';
  context.emit({ suffix, bytes, asset: { kind: 'texture', colorspace } });
}

/** vkguide's `.tx` holds one 2D image: what has several stays KTX2, and says so. */
export function warnAboutFormat(context: CompileContext, what: string): void {
  if (textureSettingsOf(context).format === 'ktx2') return;
  context.warn({
    code: 'texture/only-ktx2',
    file: context.path,
    message: `texture.format is vkguide, which has no ${what}; it is written as KTX2`,
  });
}
