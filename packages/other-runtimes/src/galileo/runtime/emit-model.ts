// Writes a model as a `.gali` with its materials. A group without a material gets glTF's default one, so that row i is group i.

import { encodeHmat } from '@assetc/formats';
import { type ModelSource, type Output, type PartedMesh, plural } from 'assetc/runtime-contract';
import { writeGali } from './write-gali.js';

/** Writes a model for Galileo. */
export function emitGalileo({ parts }: PartedMesh, source: ModelSource): readonly Output[] {
  const { bytes, wrapped } = writeGali(parts, source.sourceRef);
  if (wrapped > 0)
    source.warn({
      code: 'mesh/wrapped-texcoords',
      file: source.path,
      message: `${plural(wrapped, 'texture coordinate')} outside 0 to 1 ${wrapped === 1 ? 'is' : 'are'} wrapped`,
    });
  const { rows, textures } = source.materials;
  return [
    { suffix: '.gali', bytes, asset: { kind: 'mesh', colorspace: 'linear' } },
    {
      suffix: '.hmat',
      bytes: encodeHmat(rows),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: textures,
    },
  ];
}
