// Finds files with equal bytes. Only files of equal size and equal samples are read whole, and only up to a limit per request.
// Digests are remembered, so the next request continues.

import type { AssetTree } from '../../inspect/asset-tree.js';
import type { KnownFacts } from './file-facts.js';

interface DuplicatesRequest {
  readonly tree: AssetTree;
  readonly versionOf: (path: string) => string;
  readonly facts: KnownFacts;
  /** How many bytes this request may read. */
  readonly maxReadBytes: number;
}

interface Duplicates {
  /** Each sorted by path; groups that waste the most bytes first. */
  readonly groups: readonly (readonly string[])[];
  /** Bytes of files that may be equal but were not read yet. */
  readonly unreadBytes: number;
}

interface SimilarFiles {
  readonly size: number;
  readonly paths: readonly string[];
}

export async function findDuplicates(request: DuplicatesRequest): Promise<Duplicates> {
  const similar = await findSimilarFiles(request);
  const { tree, versionOf, facts } = request;
  const knownDigest = (path: string): string | undefined => facts.knownDigest(path, versionOf(path));
  let left = request.maxReadBytes;
  let unreadBytes = 0;
  const found: SimilarFiles[] = [];
  for (const { size, paths } of similar) {
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

const wasted = ({ size, paths }: SimilarFiles): number => size * (paths.length - 1);

/** Groups of equal size and samples; those that waste the most bytes first. Empty files are left out. */
async function findSimilarFiles({ tree, versionOf, facts }: DuplicatesRequest): Promise<readonly SimilarFiles[]> {
  const bySize = new Map<number, string[]>();
  for (const { path, sizeBytes } of tree.files) push(bySize, sizeBytes, path);
  const similar: SimilarFiles[] = [];
  for (const [size, paths] of bySize) {
    if (size === 0 || paths.length < 2) continue;
    const groups = await grouped(paths, (path) => facts.sample(tree, path, size, versionOf(path)));
    similar.push(...groups.map((group) => ({ size, paths: group })));
  }
  return similar.sort((a, b) => wasted(b) - wasted(a));
}

/** Groups of at least two paths with the same key. */
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
