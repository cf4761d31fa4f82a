// A scene as a Galileo mesh. The format knows no materials: row i of the `.hmat` beside it is that of vertex group i.

import { compileMaterials, encodeMaterials } from '../../compilers/material/compile-materials.js';
import { compileGalileo } from '../../compilers/mesh/compile-galileo.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { textureSettings } from '../../compilers/texture/settings.js';
import type { CompileContext } from '../../model/kind.js';
import { DEFAULT_FACTORS } from '../../model/material.js';
import type { SceneModel } from '../../model/scene.js';
import { settingsIn } from '../../model/setting.js';

export async function emitGalileo(scene: SceneModel, context: CompileContext): Promise<void> {
  const settings = settingsIn(context.settings, meshSettings);
  const { bytes, materials } = await compileGalileo(scene, settings, context.sourceRef, context);
  context.emit({ suffix: '.gali', bytes, asset: { kind: 'mesh', colorspace: 'linear' } });
  // A group without a material has glTF's default one, so that rows and groups go on matching.
  const none = scene.materials.length;
  const known = [...scene.materials, { name: '', ...DEFAULT_FACTORS, textures: {} }];
  const order = scene.materials.length === 0 ? [] : materials.map((material) => material ?? none);
  const { rows, textures } = await compileMaterials({ ...scene, materials: known }, order, context, textureSettings);
  context.emit({
    suffix: '.hmat',
    bytes: encodeMaterials(rows),
    asset: { kind: 'material', colorspace: 'linear' },
    refersTo: textures,
  });
}
