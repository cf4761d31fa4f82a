// Paths that no output may have: outside the output folder, names that the build uses itself, names that file systems refuse.

import { pathProblem, relativePathProblem } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import { collisionKey } from '../host/source-path.js';

const MAX_NAME_BYTES = 255;

/** Throws AssetError if the path cannot be an output of the asset. */
export function checkOutputPath(path: string, asset: Pick<Asset, 'source'>): void {
  const problem = relativePathProblem(path);
  const names = path.split('/');
  if (problem !== undefined || Buffer.from(path).toString() !== path)
    throw new AssetError({
      code: 'build/bad-output',
      file: asset.source,
      message: `would write ${JSON.stringify(path)}, but a path must be ${problem ?? 'valid Unicode'}`,
      hint: 'Rename the source.',
    });
  if (pathProblem(path) !== undefined || collisionKey(path) === MANIFEST_FILE)
    throw new AssetError({
      code: 'build/reserved-output',
      file: asset.source,
      message: `would write ${path}, a name that is reserved for the build`,
      hint: 'Rename the source.',
    });
  const long = names.find((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (long !== undefined)
    throw new AssetError({
      code: 'build/name-too-long',
      file: asset.source,
      message: `would write a file whose name has ${Buffer.byteLength(long)} bytes; the limit is ${MAX_NAME_BYTES}`,
      hint: 'Shorten the name of the source.',
    });
}
