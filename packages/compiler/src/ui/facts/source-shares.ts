// Divides the bytes of source files among the assets that read them: a part of a file goes to those that read the part, the rest to those
// that read the file. So the sum is what the build reports, and a file that several assets read counts once.

import type { CacheState } from '../../pipeline/cache/cache-state.js';

interface ReadFile {
  /** Keys of assets that read all of it. */
  readonly whole: Set<string>;
  /** By offset and length. */
  readonly parts: Map<string, { readonly sizeBytes: number; readonly keys: Set<string> }>;
}

/** Bytes of sources by the key of an asset. */
export function sourceShares(cache: CacheState): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const give = (keys: ReadonlySet<string>, sizeBytes: number): void => {
    for (const key of keys) shares.set(key, (shares.get(key) ?? 0) + sizeBytes / keys.size);
  };
  const sizes = cache.toldFiles ?? cache.files;
  for (const [path, { whole, parts }] of filesRead(cache)) {
    let rest = sizes.get(path)?.sizeBytes ?? 0;
    for (const { sizeBytes, keys } of parts.values()) {
      const part = Math.min(sizeBytes, rest);
      rest -= part;
      give(keys, part);
    }
    const users = whole.size > 0 ? whole : new Set([...parts.values()].flatMap(({ keys }) => [...keys]));
    give(users, rest);
  }
  return shares;
}

function filesRead({ records }: CacheState): ReadonlyMap<string, ReadFile> {
  const files = new Map<string, ReadFile>();
  const fileOf = (path: string): ReadFile => {
    const file = files.get(path) ?? { whole: new Set(), parts: new Map() };
    files.set(path, file);
    return file;
  };
  for (const [key, { dependencies }] of records.entries())
    for (const dependency of dependencies) {
      if (dependency.type === 'bytes') fileOf(dependency.path).whole.add(key);
      if (dependency.type !== 'part') continue;
      const { file, offset = 0, length } = dependency.ref;
      const { whole, parts } = fileOf(file);
      // Data inside of JSON has no place of its own.
      if (length === undefined) whole.add(key);
      else {
        const name = `${offset} ${length}`;
        const part = parts.get(name) ?? { sizeBytes: length, keys: new Set() };
        parts.set(name, part);
        part.keys.add(key);
      }
    }
  return files;
}
