// One material of a decoded `.hmatx`: what its row has in every list, found by bisection.

import type { MaterialTextureSlot } from './layout.js';
import type {
  Hmatx,
  MaterialExtension,
  MaterialExtensionLists,
  MaterialExtensionRows,
  MaterialTextureUse,
} from './model.js';

/** What one material has beyond its row of `.hmat`. Absent: the material does not use that extension. */
export type MaterialExtras = { readonly [K in MaterialExtension]?: MaterialExtensionRows[K] | undefined } & {
  /** By slot. Empty: every texture of the row uses uv set 0 as it is and repeats. */
  readonly textures: { readonly [S in MaterialTextureSlot]?: MaterialTextureUse };
};

/** What a `.hmatx` says about one row of the companion `.hmat`. */
export function materialExtras(hmatx: Hmatx, row: number): MaterialExtras {
  const textures: { [S in MaterialTextureSlot]?: MaterialTextureUse } = {};
  const { uses } = hmatx;
  for (let i = firstAt(uses, row); uses[i]?.row === row; i++) {
    const use = uses[i];
    if (use !== undefined) textures[use.slot] = use;
  }
  const lists: MaterialExtensionLists = hmatx;
  const entry = <K extends MaterialExtension>(name: K): MaterialExtensionRows[K] | undefined => {
    const list = lists[name];
    const found = list?.[firstAt(list, row)];
    return found?.row === row ? found : undefined;
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

/** The first entry of a sorted list that belongs to this row or to a later one. */
function firstAt(list: readonly { readonly row: number }[], row: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.row ?? row) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of `.hmat` that a submesh has in a variant; undefined where it keeps its own. */
export function variantRow({ variants }: Hmatx, variant: number, submesh: number): number | undefined {
  return variants?.maps.find((map) => map.variant === variant && map.submesh === submesh)?.row;
}
