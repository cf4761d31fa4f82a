// Which assets refer to which files: what they read, completely or in part, other than their own source. A source may yield to them,
// unless one of their outputs names it by its hash (a material table its textures): then it is needed on its own as well.

import { manifestHash } from '@assetc/formats';
import type { Kind } from '../../model/kind/kind.js';
import type { Asset } from '../asset.js';
import { assetKey } from '../cache/record.js';
import type { RecordReferences, ReferencesOf } from '../cache/record-references.js';
import { declaredPaths } from '../commit/output-path.js';

export interface References {
  /** File → the sources that read it, in order. */
  readonly readers: ReadonlyMap<string, readonly string[]>;
  /** Manifest hashes that outputs refer to. */
  readonly hashes: ReadonlySet<bigint>;
}

/** What the records of these sources and of their derived assets refer to. */
export function collectReferences(
  sources: Iterable<string>,
  referringOf: ReferencesOf,
  kindOf: (name: string) => Kind | undefined,
): References {
  const readers = new Map<string, string[]>();
  const hashes = new Set<bigint>();
  const addReader = (path: string, source: string): void => {
    const known = readers.get(path);
    if (known === undefined) readers.set(path, [source]);
    else if (!known.includes(source)) known.push(source);
  };
  const add = (source: string, referring: RecordReferences): void => {
    for (const path of referring.reads) addReader(path, source);
    for (const hash of referring.hashes) hashes.add(BigInt(`0x${hash}`));
  };
  for (const source of sources) {
    const referring = referringOf(source);
    if (referring === undefined) continue;
    add(source, referring);
    for (const { name, kind, params } of referring.inside) {
      // A derived asset that failed has no record, but the reference to the file exists.
      for (const { file } of kindOf(kind)?.usage?.usesIn(params) ?? []) addReader(file, source);
      const inside = referringOf(assetKey(source, name));
      if (inside !== undefined) add(source, inside);
    }
  }
  return { readers, hashes };
}

/** The sources that `asset` may yield to. Empty if it is needed on its own. */
export function referrersOf({ source, base, kind, settings }: Asset, references: References): readonly string[] {
  const readers = references.readers.get(source);
  if (readers === undefined) return [];
  const { listedAs } = kind;
  const isNamed =
    listedAs !== undefined &&
    declaredPaths(base, kind.suffixes(settings.values, source)).some((path) =>
      references.hashes.has(manifestHash(listedAs, path)),
    );
  return isNamed ? [] : readers;
}
