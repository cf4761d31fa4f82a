// Which sources may yield to the assets that use them: files that assets read in whole or in part, other than their own
// source. A texture that a material table names by its hash is needed on its own, whoever else has read its file.

import { manifestHash } from '@assetc/formats';
import type { Asset } from './asset.js';
import type { AssetRecord } from './cache/record.js';

export function mayYield(records: Iterable<AssetRecord>): (asset: Asset) => boolean {
  const files = new Set<string>();
  const hashes = new Set<bigint>();
  for (const record of records) {
    for (const dependency of record.dependencies) {
      const path =
        dependency.type === 'bytes' ? dependency.path : dependency.type === 'part' ? dependency.ref.file : undefined;
      if (path !== undefined && path !== record.source) files.add(path);
    }
    for (const output of record.outputs) for (const hash of output.refersTo ?? []) hashes.add(BigInt(`0x${hash}`));
  }
  return ({ source, base, kind, settings }) =>
    files.has(source) &&
    !kind.suffixes(settings.values).some((suffix) => hashes.has(manifestHash('texture', base + suffix)));
}
