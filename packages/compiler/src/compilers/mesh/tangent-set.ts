// Which set of texture coordinates tangents are made from: a normal map is right only in the space of its own.

import type { MaterialModel } from '../../model/material.js';
import type { PrimitiveModel } from '../../model/scene.js';

/** 0 is the first; undefined: the primitive has no coordinates that tangents could be made from. */
export type TangentSetOf = (primitive: PrimitiveModel) => number | undefined;

export const firstSetOf: TangentSetOf = ({ uvs }) => (uvs === undefined ? undefined : 0);

/** The set of its normal map where it has that set, else the first. `moreUvs`: the sets beyond the first that are kept. */
export function tangentSets(materials: readonly MaterialModel[], moreUvs: number): TangentSetOf {
  return (primitive) => {
    const set = normalMapSet(primitive, materials);
    const isKept = set > 0 && set <= moreUvs && primitive.moreUvs?.[set - 1] !== undefined;
    return isKept ? set : firstSetOf(primitive);
  };
}

/** Of its own material; where that has no normal map, of the first variant's that has one. */
function normalMapSet({ material, variants = [] }: PrimitiveModel, materials: readonly MaterialModel[]): number {
  for (const index of [material, ...variants.map((variant) => variant.material)]) {
    const normal = index === undefined ? undefined : materials[index]?.textures.normal;
    if (normal !== undefined) return normal.uvSet ?? 0;
  }
  return 0;
}
