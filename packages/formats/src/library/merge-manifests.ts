// One manifest for packs on top of each other. A layer first takes the paths away that it removes, then adds its entries, each in place of
// those with its hash or its path.

import { encodeHman } from '../hman/encode.js';
import type { ManifestEntry } from '../hman/model.js';
import { openHman } from '../hman/read.js';

interface ManifestLayer {
  readonly removed: ReadonlySet<string>;
  /** Undefined if the layer has none: its files replace others under the entries that they have. */
  readonly manifest: Uint8Array | undefined;
}

/** The lowest layer first. Undefined if no layer has a manifest. */
export function mergeManifests(layers: readonly ManifestLayer[]): Uint8Array | undefined {
  const [first, ...others] = layers.filter(({ manifest, removed }) => manifest !== undefined || removed.size > 0);
  if (others.length === 0) return first?.manifest;
  const byHash = new Map<bigint, ManifestEntry>();
  const byPath = new Map<string, bigint[]>();
  const dropPath = (path: string): void => {
    for (const hash of byPath.get(path) ?? []) byHash.delete(hash);
    byPath.delete(path);
  };
  let hasManifest = false;
  for (const { manifest, removed } of layers) {
    for (const path of removed) dropPath(path);
    if (manifest === undefined) continue;
    hasManifest = true;
    const entries = [...openHman(manifest).entries()];
    for (const { path } of entries) dropPath(path);
    for (const entry of entries) {
      const before = byHash.get(entry.hash);
      if (before !== undefined && before.path !== entry.path) {
        const rest = (byPath.get(before.path) ?? []).filter((hash) => hash !== entry.hash);
        byPath.set(before.path, rest);
      }
      byHash.set(entry.hash, entry);
      byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry.hash]);
    }
  }
  return hasManifest ? encodeHman([...byHash.values()]) : undefined;
}
