// The textures of a GLB, as the command line compiles them: by the slots of the materials in use. Geometry is not read, so compressed
// models are no different.

import { compileMaterials } from '../../../../packages/compiler/src/compilers/material/compile-materials.js';
import { checkExtensions } from '../../../../packages/compiler/src/importers/gltf/extensions.js';
import { GltfFile } from '../../../../packages/compiler/src/importers/gltf/file/gltf-file.js';
import { readImage } from '../../../../packages/compiler/src/importers/gltf/materials/images.js';
import { readMaterials } from '../../../../packages/compiler/src/importers/gltf/materials/materials.js';
import { DerivedImages } from '../../../../packages/compiler/src/importers/gltf/materials/specular-glossiness.js';
import { readVariantMaterials } from '../../../../packages/compiler/src/importers/gltf/materials/variants.js';
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
  const file = new GltfFile(context, bytes);
  checkExtensions(file);
  const parts = new DerivedImages(file);
  const materials = await readMaterials(file, parts);
  const order = materialsInUse(file);
  const used = new Set(
    order.flatMap((index) => Object.values(materials[index]?.textures ?? {}).map(({ image }) => image)),
  );
  const own = file.list('images').map((image, index) => (used.has(index) ? readImage(file, image) : undefined));
  const images = [...(await Promise.all(own)), ...(await parts.models((index) => used.has(index)))];
  await compileMaterials({ materials, images }, order, context, {
    group: textureGroup,
    isShared: () => false,
    namingOf: (resolved) => chosenTexture(resolved).format,
  });
  return { textures: written.derived, warnings: written.warnings };
}

function materialsInUse(file: GltfFile): readonly number[] {
  const used = new Set<number>();
  for (const mesh of file.list('meshes'))
    for (const primitive of mesh.require('primitives').items()) {
      const material = primitive.get('material');
      if (material !== undefined) used.add(file.follow(material, 'materials').index);
      for (const variant of readVariantMaterials(file, primitive) ?? []) used.add(variant.material);
    }
  return [...used].sort((a, b) => a - b);
}
