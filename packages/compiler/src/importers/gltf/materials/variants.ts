// Reads KHR_materials_variants: the names of a file's variants, and the materials of a primitive in them.

import type { VariantMaterial } from '../../../model/scene/scene.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

const NAME = 'KHR_materials_variants';

export const readVariants = (file: GltfFile): readonly string[] =>
  (file.root.extension(NAME)?.get('variants')?.items() ?? []).map((variant) => variant.name());

/** Undefined if the primitive has the same material in all variants. */
export function readVariantMaterials(file: GltfFile, primitive: JsonNode): readonly VariantMaterial[] | undefined {
  const mappings = primitive.extension(NAME)?.get('mappings');
  if (mappings === undefined) return undefined;
  const count = file.root.extension(NAME)?.get('variants')?.length ?? 0;
  const found = new Map<number, number>();
  for (const mapping of mappings.items()) {
    const material = file.follow(mapping.require('material'), 'materials').index;
    for (const reference of mapping.require('variants').items()) {
      const variant = reference.integer();
      if (variant >= count)
        reference.fail('gltf/bad-reference', `there is no variant ${variant}: the file has ${count}`);
      if (found.has(variant))
        file.warnOnce(
          'gltf/dropped-extension',
          reference,
          `variant ${variant} has two materials; the first is kept`,
          NAME,
          'Remove one of the two materials of the variant.',
        );
      else found.set(variant, material);
    }
  }
  return found.size === 0 ? undefined : [...found].map(([variant, material]) => ({ variant, material }));
}
