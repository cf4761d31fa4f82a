// How the texture compiler will interpret an image of the input, for compilers that refer to it.

import { modeByName, modeOfName, namesNormals, suffixesIn, TEXTURE_MODES } from './image/image-names.js';
import type { TextureMode } from './image/texture-params.js';
import type { CompileContext } from './kind/compile-context.js';

/** By the setting, else by the name. */
export function modeOfSource(context: Pick<CompileContext, 'settingsOf'>, path: string): TextureMode {
  const { role, suffixes } = context.settingsOf(path, ['texture.role', 'texture.suffixes']).texture ?? {};
  const chosen = TEXTURE_MODES.find((mode) => mode === role);
  return chosen ?? modeByName(path, suffixesIn(suffixes));
}

/** Whether a bump map contains normals: by the setting, else by the name. */
export function isNormalMap(context: Pick<CompileContext, 'settingsOf'>, path: string): boolean {
  const { role, suffixes } = context.settingsOf(path, ['texture.role', 'texture.suffixes']).texture ?? {};
  if (TEXTURE_MODES.some((mode) => mode === role)) return role === 'normal';
  const { mode, ending } = modeOfName(path, suffixesIn(suffixes));
  return ending === undefined ? namesNormals(path) : mode === 'normal';
}

/** Whether the image is compiled according to its uses: see kinds/texture/texture-usage.ts. Call it only if needed, since the settings are recorded. */
export function followsUses(context: Pick<CompileContext, 'settingsOf'>, path: string): boolean {
  const wanted = ['texture.role', 'texture.suffixes', 'texture.standalone'];
  const { role, suffixes, standalone } = context.settingsOf(path, wanted).texture ?? {};
  return role === 'auto' && standalone === 'all' && modeOfName(path, suffixesIn(suffixes)).ending === undefined;
}
