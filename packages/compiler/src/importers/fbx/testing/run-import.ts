// Imports a scene that a test has written.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { SceneModel } from '../../../model/scene/scene.js';
import { type FbxOptions, importFbx } from '../import-fbx.js';
import { scene, type WrittenScene } from './sample-scene.js';
import { writeBinary } from './write-fbx.js';

interface Imported {
  readonly model: SceneModel;
  readonly warnings: readonly Omit<Diagnostic, 'severity'>[];
}

export async function importBytes(bytes: Uint8Array, options: FbxOptions = {}): Promise<Imported> {
  const warnings: Omit<Diagnostic, 'severity'>[] = [];
  const model = await importFbx(
    {
      path: 'a.fbx',
      read: async () => bytes,
      exists: async () => false,
      resolve: (_, reference) => reference,
      settingsOf: () => ({}),
      warn: (diagnostic) => warnings.push(diagnostic),
    },
    options,
  );
  return { model, warnings };
}

export const importScene = (written: WrittenScene, options: FbxOptions = {}): Promise<Imported> =>
  importBytes(writeBinary(scene(written)), options);
