// Models: glTF, GLB and OBJ. What does the work is loaded by the first model: a build without one does not pay for it.

import { meshSettings } from '../../compilers/mesh/settings.js';
import type { CompileContext, Kind } from '../../model/kind.js';
import type { SceneModel } from '../../model/scene.js';
import { settingsIn } from '../../model/setting.js';

const MODEL_EXTENSION = /\.(?:gltf|glb|obj)$/i;

/** What is written whatever the source holds; names of further files follow from what is in it. */
const MODEL_SUFFIXES = {
  hmesh: ['.hmesh', '.hmat'],
  hmesh1: ['.hmesh', '.hmat'],
  vkguide: ['.pfb'],
  galileo: ['.gali', '.hmat'],
} as const;

export const meshKind: Kind = {
  name: 'mesh',
  version: 3,
  // Those of its textures are asked for one by one: see compile-materials.ts.
  settings: ['mesh', 'animation'],
  usesPath: true,
  claims: (entry) => !entry.isFolder && MODEL_EXTENSION.test(entry.path),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  suffixes: (settings) => MODEL_SUFFIXES[settingsIn(settings, meshSettings).format],
  async compile(context) {
    const [scene, { emitModel }] = await Promise.all([importModel(context), import('./model-outputs.js')]);
    await emitModel(scene, context);
  },
};

async function importModel(context: CompileContext): Promise<SceneModel> {
  if (/\.obj$/i.test(context.path)) return (await import('../../importers/obj/import-obj.js')).importObj(context);
  const { importGltf } = await import('../../importers/gltf/import-gltf.js');
  const { scene, format } = settingsIn(context.settings, meshSettings);
  return importGltf(context, { scene, moreSets: format === 'galileo', allMaterials: format === 'hmesh1' });
}
