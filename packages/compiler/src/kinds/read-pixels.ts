// Reads an image of the input for a kind that processes its texels itself.

import { textureSettings } from '../compilers/texture/settings.js';
import { readOptions } from '../compilers/texture/texture-context.js';
import { convertColors } from '../encoding/texture/convert-colors.js';
import { readImage } from '../importers/image/read-image.js';
import type { CompileContext } from '../model/kind/compile-context.js';
import type { Pixels } from '../model/kind/kind-context.js';
import { settingsIn } from '../model/kind/setting.js';

/** Converts 16 bits to 8. The size limits of textures apply (`texture.maxInput` and others). */
export async function readPixels(context: CompileContext, file: string): Promise<Pixels> {
  const settings = settingsIn(context.settingsFor('texture', ['texture']), textureSettings);
  const { width, height, pixels } = convertColors(await readImage(context, { file }, readOptions(settings, 'color')));
  const data = new Uint8Array(width * height * 4);
  if (pixels instanceof Uint8Array) data.set(pixels);
  else for (let i = 0; i < data.length; i++) data[i] = Math.round((pixels[i] ?? 0) / 257);
  return { width, height, data };
}
