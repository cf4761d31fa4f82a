// Compiles a material table without a model: textures are named by hashes of their source paths.

import { encodeHmat, encodeHmatx, hashRef, pathRef, sourceRef } from '@assetc/formats';
import { IMAGE_EXTENSION } from '../../model/image/image-names.js';
import type { TextureNaming } from '../../model/image/texture-params.js';
import type { TextureMapping, TextureUse } from '../../model/image/texture-use.js';
import type { MaterialFactors, MaterialModel, MaterialSlot } from '../../model/scene/material.js';
import type { MaterialExtensions } from '../../model/scene/material-extensions.js';
import { materialRow, texturesOf } from './compile-materials.js';
import { materialExtras } from './material-extras.js';

interface TableMaterial extends MaterialFactors {
  readonly name: string;
  readonly mentions: readonly (TextureMapping & { readonly slot: MaterialSlot; readonly path: string })[];
  readonly extensions?: MaterialExtensions;
}

interface CompiledTable {
  readonly bytes: Uint8Array;
  /** Hashes of the textures in use, in order of first use. */
  readonly textures: readonly bigint[];
  /** The `.hmatx` and its textures, if a row needs one. */
  readonly extras: { readonly bytes: Uint8Array; readonly textures: readonly bigint[] } | undefined;
}

/** `namingOf`: how the texture of a source is named. */
export function compileTable(
  materials: readonly TableMaterial[],
  namingOf: (path: string) => TextureNaming,
): CompiledTable {
  const refs: bigint[] = [];
  const models = materials.map(({ mentions, ...material }): MaterialModel => {
    const textures: { [slot in MaterialSlot]?: TextureUse } = {};
    for (const { slot, path, uvSet, transform, sampler } of mentions) {
      const { isNamedByPath, suffix } = namingOf(path);
      const ref = isNamedByPath ? pathRef(path.replace(IMAGE_EXTENSION, suffix)) : hashRef(sourceRef(path));
      textures[slot] = {
        image: refs.push(ref) - 1,
        ...(uvSet === undefined ? {} : { uvSet }),
        ...(transform === undefined ? {} : { transform }),
        ...(sampler === undefined ? {} : { sampler }),
      };
    }
    return { ...material, textures };
  });
  const refOf = (image: number): bigint => refs[image] ?? 0n;
  const extras = materialExtras(models, refOf);
  const rows = models.map((model) => materialRow(model, refOf));
  return {
    bytes: encodeHmat(rows),
    textures: texturesOf(rows),
    extras:
      extras === undefined
        ? undefined
        : { bytes: encodeHmatx(extras), textures: [...new Set(extras.uses.map(({ texture }) => texture))] },
  };
}
