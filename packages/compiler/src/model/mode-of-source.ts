// What the texture compiler will take an image of the input for, asked by who names the image.

import type { CompileContext } from './compile-context.js';
import { modeByName, modeOfName, namesNormals, suffixesIn, TEXTURE_MODES } from './image-names.js';
import type { TextureMode } from './texture-params.js';

/** By the setting, else by the name. */
export function modeOfSource(context: Pick<CompileContext, 'settingsOf'>, path: string): TextureMode {
  const { role, suffixes } = context.settingsOf(path, ['texture.role', 'texture.suffixes']).texture ?? {};
  const chosen = TEXTURE_MODES.find((mode) => mode === role);
  return chosen ?? modeByName(path, suffixesIn(suffixes));
}

/** Whether a bump map is one of normals: by the setting, else by the name. */
export function isNormalMap(context: Pick<CompileContext, 'settingsOf'>, path: string): boolean {
  const { role, suffixes } = context.settingsOf(path, ['texture.role', 'texture.suffixes']).texture ?? {};
  if (TEXTURE_MODES.some((mode) => mode === role)) return role === 'normal';
  const { mode, ending } = modeOfName(path, suffixesIn(suffixes));
  return ending === undefined ? namesNormals(path) : mode === 'normal';
}

/** Whether the image will be what it is used as: see kinds/texture/texture-usage.ts. To be asked only where it matters, since it is recorded. */
export function followsUses(context: Pick<CompileContext, 'settingsOf'>, path: string): boolean {
  const wanted = ['texture.role', 'texture.suffixes', 'texture.standalone'];
  const { role, suffixes, standalone } = context.settingsOf(path, wanted).texture ?? {};
  return role === 'auto' && standalone === 'all' && modeOfName(path, suffixesIn(suffixes)).ending === undefined;
}
