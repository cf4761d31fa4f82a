// Writes a model as an `.hmesh`, its materials, its clips and its scene.

import { encodeHmat, encodeHmatx, encodeHmesh, type HmatxModel } from '@assetc/formats';
import { materialRefs } from '../../encoding/material-refs.js';
import { compressMesh } from '../../encoding/mesh/compress-mesh.js';
import type { Output } from '../../model/kind/output.js';
import type { PackedMesh, PackedSource } from '../contract/model-source.js';

export function emitHmesh(mesh: PackedMesh, source: PackedSource): readonly Output[] {
  const { model, materials } = mesh;
  const { hanim, hanimx, hclip, hscene } = source;
  const refs = materialRefs(source.scene.materials, source.sourceRef);
  const plain = encodeHmesh({ ...model, materials: BigUint64Array.from(materials, (index) => refs[index] ?? 0n) });
  const bytes = source.compression === 'meshopt' ? compressMesh(plain) : plain;
  const { rows, extras, textures } = source.materials;
  const hmatx = encodeExtras(mesh, extras, source.scene.variants);
  return [
    { suffix: '.hmesh', bytes, asset: { kind: 'mesh', colorspace: 'linear' } },
    {
      suffix: '.hmat',
      bytes: encodeHmat(rows),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: textures,
    },
    ...(hmatx === undefined
      ? []
      : [
          {
            suffix: '.hmatx',
            bytes: hmatx,
            asset: { kind: 'embed', colorspace: 'linear' },
            refersTo: [...new Set(extras?.uses.map(({ texture }) => texture))],
          } as const,
        ]),
    ...(hanim === undefined
      ? []
      : [{ suffix: '.hanim', bytes: hanim, asset: { kind: 'animation', colorspace: 'linear' } } as const]),
    ...(hscene === undefined
      ? []
      : [{ suffix: '.hscene', bytes: hscene, asset: { kind: 'embed', colorspace: 'linear' } } as const]),
    ...(hanimx === undefined
      ? []
      : [{ suffix: '.hanimx', bytes: hanimx, asset: { kind: 'embed', colorspace: 'linear' } } as const]),
    ...(hclip === undefined
      ? []
      : [{ suffix: '.hclip', bytes: hclip, asset: { kind: 'embed', colorspace: 'linear' } } as const]),
  ];
}

/** The bytes of an `.hmatx`, if there is something to store. */
function encodeExtras(
  { materials, variants }: PackedMesh,
  extras: HmatxModel | undefined,
  names: readonly string[] = [],
): Uint8Array | undefined {
  if (names.length === 0) return extras === undefined ? undefined : encodeHmatx(extras);
  const rows = new Map(materials.map((material, row) => [material, row]));
  const maps = variants.map(({ variant, submesh, material }) => {
    const row = rows.get(material);
    if (row === undefined) throw new Error(`material ${material} of variant ${variant} has no row`);
    return { variant, submesh, row };
  });
  return encodeHmatx({ rowCount: materials.length, uses: [], ...extras, variants: { names, maps } });
}
