// Files of equal bytes. Only those of equal size and equal samples are read whole, and of those no more at a time than nobody waits for: who asks again
// gets further, since what was read is known.

import type { AssetTree } from '../inspect/asset-tree.js';
import type { KnownFacts } from './file-facts.js';

interface DuplicatesRequest {
  readonly tree: AssetTree;
  readonly versionOf: (path: string) => string;
  readonly facts: KnownFacts;
  /** Bytes that may be read whole now. */
  readonly mostBytes: number;
}

interface Duplicates {
  /** Each sorted by path; what wastes most first. */
  readonly groups: readonly (readonly string[])[];
  /** Bytes of files that may be equal, and were not read yet. */
  readonly unreadBytes: number;
}

interface Alike {
  readonly size: number;
  readonly paths: readonly string[];
}

export async function findDuplicates(request: DuplicatesRequest): Promise<Duplicates> {
  const alike = await alikeFiles(request);
  const { tree, versionOf, facts } = request;
  const knownDigest = (path: string): string | undefined => facts.knownDigest(path, versionOf(path));
  let left = request.mostBytes;
  let unreadBytes = 0;
  const found: Alike[] = [];
  for (const { size, paths } of alike) {
    for (const path of paths) {
      if (knownDigest(path) !== undefined) continue;
      if (left <= 0) unreadBytes += size;
      else await facts.digest(tree, path, size, versionOf(path));
      left -= size;
    }
    const read = paths.filter((path) => knownDigest(path) !== undefined);
    const groups = await grouped(read, async (path) => knownDigest(path) ?? '');
    found.push(...groups.map((equal) => ({ size, paths: equal })));
  }
  found.sort((a, b) => wasted(b) - wasted(a));
  return { groups: found.map(({ paths }) => paths), unreadBytes };
}

const wasted = ({ size, paths }: Alike): number => size * (paths.length - 1);

/** Of equal size and with equal samples, those that waste most first. Empty files are equal and take nothing. */
async function alikeFiles({ tree, versionOf, facts }: DuplicatesRequest): Promise<readonly Alike[]> {
  const bySize = new Map<number, string[]>();
  for (const { path, sizeBytes } of tree.files) push(bySize, sizeBytes, path);
  const alike: Alike[] = [];
  for (const [size, paths] of bySize) {
    if (size === 0 || paths.length < 2) continue;
    const groups = await grouped(paths, (path) => facts.sample(tree, path, size, versionOf(path)));
    alike.push(...groups.map((group) => ({ size, paths: group })));
  }
  return alike.sort((a, b) => wasted(b) - wasted(a));
}

/** Of several with the same key; what stands alone is left out. */
async function grouped(
  paths: readonly string[],
  keyOf: (path: string) => Promise<string>,
): Promise<readonly (readonly string[])[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) push(groups, await keyOf(path), path);
  return [...groups.values()].filter((group) => group.length > 1);
}

function push<Key>(groups: Map<Key, string[]>, key: Key, path: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [path]);
  else group.push(path);
}
