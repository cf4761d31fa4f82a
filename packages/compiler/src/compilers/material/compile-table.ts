// A material table without a model: textures are named by the paths of their sources, whose hashes follow from those alone.

import { encodeHmat, hashRef, pathRef, sourceRef } from '@assetc/formats';
import { IMAGE_EXTENSION } from '../../model/image-names.js';
import type { MaterialFactors, TextureSlot } from '../../model/material.js';
import type { TextureNaming } from '../../model/texture-params.js';
import { materialRow } from './compile-materials.js';

export interface TableMaterial extends MaterialFactors {
  readonly name: string;
  readonly mentions: readonly { readonly slot: TextureSlot; readonly path: string }[];
}

export interface CompiledTable {
  readonly bytes: Uint8Array;
  /** Hashes of the textures in use, in order of first use. */
  readonly textures: readonly bigint[];
}

/** `namingOf`: how the texture of a source is named. */
export function compileTable(
  materials: readonly TableMaterial[],
  namingOf: (path: string) => TextureNaming,
): CompiledTable {
  const textures: bigint[] = [];
  const rows = materials.map(({ mentions, ...material }) => {
    const refs = mentions.map(({ path }) => {
      const { isNamedByPath, suffix } = namingOf(path);
      return isNamedByPath ? pathRef(path.replace(IMAGE_EXTENSION, suffix)) : hashRef(sourceRef(path));
    });
    textures.push(...refs);
    const slots: { [slot in TextureSlot]?: number } = {};
    for (const [i, { slot }] of mentions.entries()) slots[slot] = i;
    return materialRow({ ...material, textures: slots }, (mention) => refs[mention] ?? 0n);
  });
  return { bytes: encodeHmat(rows), textures: [...new Set(textures)] };
}
