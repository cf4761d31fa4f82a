// The textures of a GLB, as the command line compiles them: by the slots of the materials in use.

import { compileMaterials } from '../../../../packages/compiler/src/compilers/material/compile-materials.js';
import { importGltf } from '../../../../packages/compiler/src/importers/gltf/import-gltf.js';
import { textureGroup } from '../../../../packages/compiler/src/kinds/settings-groups.js';
import type { DerivedAsset } from '../../../../packages/compiler/src/model/kind/output.js';
import { chosenTexture } from '../../../../packages/compiler/src/runtimes/format-settings.js';
import type { PlaygroundSettings } from '../settings.js';
import { fileContext } from './file-context.js';

interface FoundTextures {
  readonly textures: readonly DerivedAsset[];
  readonly warnings: readonly string[];
}

export async function texturesOfModel(
  name: string,
  bytes: Uint8Array,
  settings: PlaygroundSettings,
): Promise<FoundTextures> {
  const { context, written } = fileContext({ name, bytes, settings, parallel: async () => undefined });
  const scene = await importGltf(context, { scene: 'auto' });
  const used = new Set(
    scene.meshes.flatMap(({ primitives }) =>
      primitives.flatMap(({ material }) => (material === undefined ? [] : [material])),
    ),
  );
  const order = [...used].sort((a, b) => a - b);
  await compileMaterials(scene, order, context, {
    group: textureGroup,
    isShared: () => false,
    namingOf: (resolved) => chosenTexture(resolved).format,
  });
  return { textures: written.derived, warnings: written.warnings };
}
