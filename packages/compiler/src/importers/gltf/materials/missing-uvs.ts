// Warns about textures of primitives that do not have their texture coordinates.

import type { MaterialModel } from '../../../model/scene/material.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

/** `meshes`: those to check. Reads the names in the file, because not every output has further sets. */
export function warnAboutMissingUvs(
  file: GltfFile,
  materials: readonly MaterialModel[],
  meshes: ReadonlySet<number>,
): void {
  for (const mesh of meshes)
    for (const primitive of file.element('meshes', mesh).require('primitives').items()) {
      const attributes = primitive.require('attributes');
      const missing = setsOf(primitive, materials).find((set) => attributes.get(`TEXCOORD_${set}`) === undefined);
      if (missing === undefined || attributes.get('POSITION') === undefined) continue;
      file.warnOnce(
        'gltf/broken-rule',
        primitive,
        `a material has a texture for TEXCOORD_${missing}, which the primitive does not have; it is drawn in one color, of coordinates 0, 0`,
        `TEXCOORD_${missing}`,
        'Unwrap the mesh, or give it a material without textures.',
      );
    }
}

/** The sets of coordinates that its material needs. */
function setsOf(primitive: JsonNode, materials: readonly MaterialModel[]): readonly number[] {
  const index = primitive.get('material')?.value;
  const textures = typeof index === 'number' ? materials[index]?.textures : undefined;
  return Object.values(textures ?? {}).map(({ uvSet = 0 }) => uvSet);
}
