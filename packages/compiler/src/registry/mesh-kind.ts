// Models: glTF, GLB and OBJ. What does the work is loaded by the first model: a build without one does not pay for it.

import { meshSettings } from '../compilers/mesh/settings.js';
import type { CompileContext, Kind } from '../model/kind.js';
import type { SceneModel } from '../model/scene.js';
import { settingsIn } from '../model/setting.js';
import { MODEL_SETTINGS } from './model-settings.js';

const MODEL_EXTENSION = /\.(?:gltf|glb|obj)$/i;

export const meshKind: Kind = {
  name: 'mesh',
  version: 1,
  settings: MODEL_SETTINGS,
  usesPath: true,
  claims: (entry) => !entry.isFolder && MODEL_EXTENSION.test(entry.path),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  suffixes: () => ['.hmesh', '.hmat'],
  async compile(context) {
    const [scene, { emitModel }] = await Promise.all([importModel(context), import('./model-outputs.js')]);
    await emitModel(scene, context);
  },
};

async function importModel(context: CompileContext): Promise<SceneModel> {
  if (/\.obj$/i.test(context.path)) return (await import('../importers/obj/import-obj.js')).importObj(context);
  const { importGltf } = await import('../importers/gltf/import-gltf.js');
  return importGltf(context, { scene: settingsIn(context.settings, meshSettings).scene });
}
