// Writes a model as an `.hmesh` of version 1 with its materials.

import { encodeHmat } from '@assetc/formats';
import { widenVertices } from '@assetc/formats/hmesh1';
import { type ModelSource, materialRefs, type Output, type PackedMesh } from 'assetc/runtime-contract';
import { encodeHmesh1 } from '../encode.js';

/** Writes a model as `.hmesh` version 1. */
export function emitHmesh1({ model }: PackedMesh, source: ModelSource): readonly Output[] {
  const bytes = encodeHmesh1({
    bounds: model.bounds,
    vertices: widenVertices(model.vertices),
    indices: model.indices,
    meshlets: model.meshlets,
    meshletVertices: model.meshletVertices,
    meshletTriangles: model.meshletTriangles,
    meshletBounds: model.meshletBounds,
    materials: BigUint64Array.from(materialRefs(source.scene.materials, source.sourceRef)),
  });
  const { rows, textures } = source.materials;
  return [
    { suffix: '.hmesh', bytes, asset: { kind: 'mesh', colorspace: 'linear' } },
    {
      suffix: '.hmat',
      bytes: encodeHmat(rows),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: textures,
    },
  ];
}
