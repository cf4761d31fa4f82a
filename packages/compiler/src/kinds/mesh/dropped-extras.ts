// Words what the materials in use have that rows of `.hmat` cannot store.

import { isPlain } from '../../model/image/texture-use.js';
import type { MaterialModel } from '../../model/scene/material.js';
import { EXTENSION_NAMES, type ExtensionName } from '../../model/scene/material-extensions.js';
import type { SceneModel } from '../../model/scene/scene.js';

export function extrasInWords(scene: Pick<SceneModel, 'meshes' | 'materials' | 'variants'>): readonly string[] {
  const shown = new Set(scene.meshes.flatMap((mesh) => mesh.primitives.flatMap(({ material }) => material ?? [])));
  const materials = [...shown].flatMap((index) => scene.materials[index] ?? []);
  const uses = materials.flatMap(({ textures }) => Object.values(textures));
  const words: string[] = [...extensionsOf(materials)];
  if (uses.some(({ transform }) => !isPlain(transform === undefined ? {} : { transform })))
    words.push('texture transforms');
  if (uses.some(({ sampler }) => !isPlain(sampler === undefined ? {} : { sampler })))
    words.push('wrapping and filtering of textures');
  if (uses.some(({ uvSet = 0 }) => uvSet > 0)) words.push('the use of the second set of texture coordinates');
  const { variants = [] } = scene;
  if (variants.length > 0)
    words.push(`${variants.length} ${variants.length === 1 ? 'variant' : 'variants'} of materials`);
  return words;
}

function extensionsOf(materials: readonly MaterialModel[]): readonly string[] {
  const names = Object.keys(EXTENSION_NAMES) as readonly ExtensionName[];
  return names.flatMap((name) =>
    materials.some(({ extensions }) => extensions?.[name] !== undefined) ? [EXTENSION_NAMES[name]] : [],
  );
}
