// Chooses the texture coordinates that tangents are computed from: a normal map needs those of its own set.

import type { MaterialModel } from '../../../model/scene/material.js';
import type { PrimitiveModel } from '../../../model/scene/scene.js';

/** 0 is the first set; undefined if the primitive has no coordinates for tangents. */
export type TangentSetOf = (primitive: PrimitiveModel) => number | undefined;

export const firstSetOf: TangentSetOf = ({ uvs }) => (uvs === undefined ? undefined : 0);

/** The set of its normal map if it has that set, else the first. `moreUvs`: the number of kept sets beyond the first. */
export function tangentSets(materials: readonly MaterialModel[], moreUvs: number): TangentSetOf {
  return (primitive) => {
    const set = normalMapSet(primitive, materials);
    const isKept = set > 0 && set <= moreUvs && primitive.moreUvs?.[set - 1] !== undefined;
    return isKept ? set : firstSetOf(primitive);
  };
}

/** From its own material or, if that has no normal map, from the first variant with one. */
function normalMapSet({ material, variants = [] }: PrimitiveModel, materials: readonly MaterialModel[]): number {
  for (const index of [material, ...variants.map((variant) => variant.material)]) {
    const normal = index === undefined ? undefined : materials[index]?.textures.normal;
    if (normal !== undefined) return normal.uvSet ?? 0;
  }
  return 0;
}
