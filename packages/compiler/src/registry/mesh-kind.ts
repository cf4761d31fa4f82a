// glTF and GLB models. What does the work is loaded by the first model: a build without one does not pay for it.

import { meshSettings } from '../compilers/mesh/settings.js';
import type { Kind } from '../model/kind.js';
import { settingsIn } from '../model/setting.js';
import { MODEL_SETTINGS } from './model-settings.js';

export const meshKind: Kind = {
  name: 'mesh',
  version: 1,
  settings: MODEL_SETTINGS,
  usesPath: true,
  claims: (entry) => !entry.isFolder && /\.(?:gltf|glb)$/i.test(entry.path),
  base: (path) => path.replace(/\.[^./]*$/, ''),
  suffixes: () => ['.hmesh', '.hmat'],
  async compile(context) {
    const [{ importGltf }, { emitModel }] = await Promise.all([
      import('../importers/gltf/import-gltf.js'),
      import('./model-outputs.js'),
    ]);
    const scene = await importGltf(context, { scene: settingsIn(context.settings, meshSettings).scene });
    await emitModel(scene, context);
  },
};
