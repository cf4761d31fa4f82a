// A scene for the engine of vkguide: `.pfb`, one `.mesh` for each primitive, one `.mat` for each material in use.

import { compileMaterials } from '../../compilers/material/compile-materials.js';
import {
  DEFAULT_MATX_SUFFIX,
  encodeVkguideMatx,
  vkguideMatxSuffixes,
} from '../../compilers/material/encode-vkguide-material.js';
import { compileVkguideMeshes } from '../../compilers/mesh/compile-vkguide-meshes.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { textureSettings } from '../../compilers/texture/settings.js';
import type { CompileContext } from '../../model/kind.js';
import type { SceneModel } from '../../model/scene.js';
import { settingsIn } from '../../model/setting.js';

export async function emitVkguide(scene: SceneModel, context: CompileContext): Promise<void> {
  const settings = settingsIn(context.settings, meshSettings);
  const { meshes, materials, needsDefaultMaterial, prefab } = await compileVkguideMeshes(
    scene,
    settings,
    context.base,
    context,
  );
  for (const { suffix, bytes } of meshes)
    context.emit({ suffix, bytes, asset: { kind: 'mesh', colorspace: 'linear' } });
  const { files } = await compileMaterials(scene, materials, context, textureSettings);
  const suffixes = vkguideMatxSuffixes(scene.materials);
  const suffixOf = (index: number | undefined) =>
    index === undefined ? DEFAULT_MATX_SUFFIX : (suffixes[index] ?? DEFAULT_MATX_SUFFIX);
  for (const index of [...materials, ...(needsDefaultMaterial ? [undefined] : [])]) {
    const material = index === undefined ? undefined : scene.materials[index];
    const images = [...new Set(Object.values(material?.textures ?? {}))];
    context.emit({
      suffix: suffixOf(index),
      bytes: encodeVkguideMatx(material, (image) => files.get(image)?.path),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: images.flatMap((image) => files.get(image)?.ref ?? []),
    });
  }
  context.emit({
    suffix: '.pfb',
    bytes: prefab((index) => context.base + suffixOf(index)),
    asset: { kind: 'embed', colorspace: 'linear' },
  });
}
