// What every kind of model has in common once it is a scene: `.hmesh`, `.hmat`, `.hanim` where it is animated, and a
// texture job for each image in use.

import { encodeAnimations } from '../compilers/animation/encode-animations.js';
import { animationSettings } from '../compilers/animation/settings.js';
import { compileMaterials, encodeMaterials } from '../compilers/material/compile-materials.js';
import { compileMesh } from '../compilers/mesh/compile-mesh.js';
import { encodeMesh } from '../compilers/mesh/encode-mesh.js';
import { meshSettings } from '../compilers/mesh/settings.js';
import { textureSettings } from '../compilers/texture/settings.js';
import type { CompileContext } from '../model/kind.js';
import type { SceneModel } from '../model/scene.js';
import { settingsIn } from '../model/setting.js';

export async function emitModel(scene: SceneModel, context: CompileContext): Promise<void> {
  const mesh = await compileMesh(scene, settingsIn(context.settings, meshSettings), context);
  context.emit({
    suffix: '.hmesh',
    bytes: encodeMesh(mesh, scene.materials, context.sourceRef),
    asset: { kind: 'mesh', colorspace: 'linear' },
  });
  const { rows, textures } = await compileMaterials(scene, mesh.materials, context, textureSettings);
  context.emit({
    suffix: '.hmat',
    bytes: encodeMaterials(rows),
    asset: { kind: 'material', colorspace: 'linear' },
    refersTo: textures,
  });
  const clips = encodeAnimations(scene.animations, settingsIn(context.settings, animationSettings));
  if (clips !== undefined)
    context.emit({ suffix: '.hanim', bytes: clips, asset: { kind: 'animation', colorspace: 'linear' } });
}
