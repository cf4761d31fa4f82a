// Writes a model as an `.hmesh`, its materials, its clips and its scene.

import { encodeHmat, encodeHmatx, encodeHmesh, type HmatxModel } from '@assetc/formats';
import { materialRefs } from '../../encoding/material-refs.js';
import type { Output } from '../../model/output.js';
import type { ModelSource, PackedMesh } from '../contract/model-source.js';

export async function emitHmesh(mesh: PackedMesh, source: ModelSource): Promise<readonly Output[]> {
  const { model, materials, skeleton, morphRows } = mesh;
  const refs = materialRefs(source.scene.materials, source.sourceRef);
  const bytes = encodeHmesh({ ...model, materials: BigUint64Array.from(materials, (index) => refs[index] ?? 0n) });
  const { rows, extras, textures } = await source.materials(materials);
  const hmatx = encodeExtras(mesh, extras, source.scene.variants);
  const clips = source.clips(skeleton);
  const nodes = source.nodes(mesh);
  const weights = source.weights(morphRows);
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
    ...(clips === undefined
      ? []
      : [{ suffix: '.hanim', bytes: clips, asset: { kind: 'animation', colorspace: 'linear' } } as const]),
    ...(nodes === undefined
      ? []
      : [{ suffix: '.hscene', bytes: nodes, asset: { kind: 'embed', colorspace: 'linear' } } as const]),
    ...(weights === undefined
      ? []
      : [{ suffix: '.hanimx', bytes: weights, asset: { kind: 'embed', colorspace: 'linear' } } as const]),
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
