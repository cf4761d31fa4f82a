// One material of a decoded `.hmatx`: its rows in every list, found by bisection.

import { findSorted, firstNotBefore } from '../core/find-sorted.js';
import type { MaterialTextureSlot } from './layout.js';
import type {
  Hmatx,
  MaterialExtension,
  MaterialExtensionLists,
  MaterialExtensionRows,
  MaterialTextureUse,
} from './model.js';

/** The fields of one material beyond its row of `.hmat`. An absent member means that the material does not use that extension. */
export type MaterialExtras = { readonly [K in MaterialExtension]?: MaterialExtensionRows[K] | undefined } & {
  /** By slot. If empty, every texture of the row uses uv set 0 without a transform, and repeats. */
  readonly textures: { readonly [S in MaterialTextureSlot]?: MaterialTextureUse };
};

/** The extended fields of one row of the companion `.hmat`. */
export function materialExtras(hmatx: Hmatx, row: number): MaterialExtras {
  const textures: { [S in MaterialTextureSlot]?: MaterialTextureUse } = {};
  const { uses } = hmatx;
  for (let i = firstNotBefore(uses, (use) => use.row - row); uses[i]?.row === row; i++) {
    const use = uses[i];
    if (use !== undefined) textures[use.slot] = use;
  }
  const lists: MaterialExtensionLists = hmatx;
  const entry = <K extends MaterialExtension>(name: K): MaterialExtensionRows[K] | undefined => {
    return findSorted(lists[name] ?? [], (each) => each.row - row);
  };
  return {
    textures,
    anisotropy: entry('anisotropy'),
    clearcoat: entry('clearcoat'),
    diffuseTransmission: entry('diffuseTransmission'),
    dispersion: entry('dispersion'),
    ior: entry('ior'),
    iridescence: entry('iridescence'),
    sheen: entry('sheen'),
    specular: entry('specular'),
    transmission: entry('transmission'),
    unlit: entry('unlit'),
    volume: entry('volume'),
  };
}

/** The row of `.hmat` for a submesh in a variant; undefined if it keeps its own. */
export function variantRow({ variants }: Hmatx, variant: number, submesh: number): number | undefined {
  return findSorted(variants?.maps ?? [], (map) => map.variant - variant || map.submesh - submesh)?.row;
}
