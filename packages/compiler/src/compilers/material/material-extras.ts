// Collects the material data that rows of `.hmat` cannot store. A plain row has none.

import { DEFAULT_TEXTURE_USE, type HmatxModel, type MaterialTextureUse } from '@assetc/formats';
import { isPlain } from '../../model/image/texture-use.js';
import { MATERIAL_SLOTS, type MaterialModel, TEXTURE_SLOTS } from '../../model/scene/material.js';
import type { ExtensionName, MaterialExtensions } from '../../model/scene/material-extensions.js';

type Fields<K extends ExtensionName> = NonNullable<MaterialExtensions[K]>;

/** `materials`: row by row. `refOf`: the hash of an image's texture. Undefined if no row has any. */
export function materialExtras(
  materials: readonly Pick<MaterialModel, 'textures' | 'extensions'>[],
  refOf: (image: number) => bigint,
): HmatxModel | undefined {
  const uses = materials.flatMap((material, row) => usesOf(material, row, refOf));
  if (uses.length === 0 && materials.every(({ extensions }) => extensions === undefined)) return undefined;
  const list = <K extends ExtensionName>(name: K): ({ readonly row: number } & Fields<K>)[] | undefined => {
    const rows = materials.flatMap(({ extensions = {} }, row) => {
      const fields: MaterialExtensions[K] = extensions[name];
      return fields === undefined ? [] : [{ row, ...fields }];
    });
    return rows.length === 0 ? undefined : rows;
  };
  return {
    rowCount: materials.length,
    uses,
    anisotropy: list('anisotropy'),
    clearcoat: list('clearcoat'),
    diffuseTransmission: list('diffuseTransmission'),
    dispersion: list('dispersion'),
    ior: list('ior'),
    iridescence: list('iridescence'),
    sheen: list('sheen'),
    specular: list('specular'),
    transmission: list('transmission'),
    unlit: list('unlit'),
    volume: list('volume'),
  };
}

/** All texture uses of a row, if one of them is not plain or not in `.hmat`. */
function usesOf(
  { textures }: Pick<MaterialModel, 'textures'>,
  row: number,
  refOf: (image: number) => bigint,
): readonly MaterialTextureUse[] {
  let isNeeded = false;
  const uses = MATERIAL_SLOTS.flatMap((slot, number): MaterialTextureUse[] => {
    const use = textures[slot];
    if (use === undefined) return [];
    isNeeded ||= number >= TEXTURE_SLOTS.length || !isPlain(use);
    const { image, uvSet = DEFAULT_TEXTURE_USE.uvSet, transform, sampler } = use;
    return [{ ...DEFAULT_TEXTURE_USE, ...transform, ...sampler, row, slot, uvSet, texture: refOf(image) }];
  });
  return isNeeded ? uses : [];
}
