// A model as an `.hmesh`, its materials and its clips.

import { encodeHmat, encodeHmesh } from '@assetc/formats';
import { materialRefs } from '../../encoding/material-refs.js';
import type { Output } from '../../model/kind.js';
import type { ModelSource, PackedMesh } from '../runtime.js';

export async function emitHmesh(
  { model, materials, skeleton }: PackedMesh,
  source: ModelSource,
): Promise<readonly Output[]> {
  const refs = materialRefs(source.scene.materials, source.sourceRef);
  const bytes = encodeHmesh({ ...model, materials: BigUint64Array.from(materials, (index) => refs[index] ?? 0n) });
  const { rows, textures } = await source.materials(materials);
  const clips = source.clips(skeleton);
  return [
    { suffix: '.hmesh', bytes, asset: { kind: 'mesh', colorspace: 'linear' } },
    {
      suffix: '.hmat',
      bytes: encodeHmat(rows),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: textures,
    },
    ...(clips === undefined
      ? []
      : [{ suffix: '.hanim', bytes: clips, asset: { kind: 'animation', colorspace: 'linear' } } as const]),
  ];
}
