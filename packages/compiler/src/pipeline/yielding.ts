// Which sources may yield to the assets that use them: files that assets read in whole or in part, other than their own
// source. One that another's output names by its hash (a material table its textures) is needed on its own, whoever else has read its file.

import { manifestHash } from '@assetc/formats';
import type { Asset } from './asset.js';
import type { AssetRecord } from './cache/record.js';
import type { SettingsResolver } from './settings-resolver.js';

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
  const isNamed = ({ source, base, kind, settings }: Asset): boolean => {
    const { listedAs } = kind;
    if (listedAs === undefined) return false;
    return kind.suffixes(settings.values, source).some((suffix) => hashes.has(manifestHash(listedAs, base + suffix)));
  };
  return (asset) => files.has(asset.source) && !isNamed(asset);
}

/**
 * Assets that are to yield where they may. Whether a source is compiled at all is no part of its key, so a kind need not have
 * declared the settings that decide it: they are asked for apart.
 */
export function yieldingAssets(resolver: SettingsResolver): (asset: Asset) => boolean {
  return ({ kind, source }) => kind.yieldsToReferences?.(resolver.selectAll([source]).values) !== undefined;
}
