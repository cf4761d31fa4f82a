// What every kind of model has in common once it is a scene: a mesh and materials in the format of the runtime, clips where
// that has a place for them, and a texture job for each image in use.

import { encodeAnimations } from '../../compilers/animation/encode-animations.js';
import { animationSettings } from '../../compilers/animation/settings.js';
import { compileMaterials, encodeMaterials } from '../../compilers/material/compile-materials.js';
import { compileMesh } from '../../compilers/mesh/compile-mesh.js';
import { warnAboutDropped } from '../../compilers/mesh/dropped.js';
import { encodeMesh, encodeMesh1 } from '../../compilers/mesh/encode-mesh.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { textureSettings } from '../../compilers/texture/settings.js';
import type { CompileContext } from '../../model/kind.js';
import type { SceneModel } from '../../model/scene.js';
import { settingsIn } from '../../model/setting.js';

export async function emitModel(scene: SceneModel, context: CompileContext): Promise<void> {
  switch (settingsIn(context.settings, meshSettings).format) {
    case 'hmesh':
      return emitHmesh(scene, context);
    case 'hmesh1':
      return emitHmesh1(scene, context);
    case 'vkguide':
      return (await import('./vkguide-outputs.js')).emitVkguide(scene, context);
    case 'galileo':
      return (await import('./galileo-outputs.js')).emitGalileo(scene, context);
  }
}

async function emitHmesh(scene: SceneModel, context: CompileContext): Promise<void> {
  const mesh = await compileMesh(scene, settingsIn(context.settings, meshSettings), context);
  emitMesh(context, encodeMesh(mesh, scene.materials, context.sourceRef));
  await emitMaterials(scene, mesh.materials, context);
  const clips = encodeAnimations(scene.animations, settingsIn(context.settings, animationSettings));
  if (clips !== undefined)
    context.emit({ suffix: '.hanim', bytes: clips, asset: { kind: 'animation', colorspace: 'linear' } });
}

/** Version 1: the same vertices in the same order, and every material of the source in source order. */
async function emitHmesh1(scene: SceneModel, context: CompileContext): Promise<void> {
  const settings = settingsIn(context.settings, meshSettings);
  const mesh = await compileMesh(scene, { ...settings, lods: [] }, context);
  const primitives = scene.meshes.flatMap((model) => model.primitives.map((primitive) => ({ primitive })));
  warnAboutDropped('hmesh1', scene, primitives, settings, context);
  emitMesh(context, encodeMesh1(mesh, scene.materials, context.sourceRef));
  await emitMaterials(scene, [...scene.materials.keys()], context);
}

function emitMesh(context: CompileContext, bytes: Uint8Array): void {
  context.emit({ suffix: '.hmesh', bytes, asset: { kind: 'mesh', colorspace: 'linear' } });
}

/** `order`: the source index of each row's material. */
async function emitMaterials(scene: SceneModel, order: readonly number[], context: CompileContext): Promise<void> {
  const { rows, textures } = await compileMaterials(scene, order, context, textureSettings);
  context.emit({
    suffix: '.hmat',
    bytes: encodeMaterials(rows),
    asset: { kind: 'material', colorspace: 'linear' },
    refersTo: textures,
  });
}
