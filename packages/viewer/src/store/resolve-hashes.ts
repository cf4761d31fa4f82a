// Hashes to files, as references in materials and fonts need them. The manifest comes first; after a failed build there is none, or an old
// one, and the index of the files fills it: a hash follows from the path.

import { type AssetKind, decodeHman, encodeHman, type ManifestEntry, manifestHash } from '@assetc/formats';
import type { Store } from './store.js';

/** The file that the page's loader asks for. No output has it. */
export const RESOLVED_MANIFEST = '.resolved.hman';

const KIND_BY_EXTENSION: ReadonlyMap<string, AssetKind> = new Map<string, AssetKind>([
  ['ktx2', 'texture'],
  ['hmesh', 'mesh'],
  ['hmat', 'material'],
  ['hanim', 'animation'],
  ['hfont', 'font'],
  // Companions of meshes.
  ...['hanimx', 'hclip', 'hmatx', 'hscene', 'hvar'].map((name) => [name, 'embed'] as const),
]);

/** Undefined if nothing refers to such files. */
const kindOf = (path: string): AssetKind | undefined =>
  /\.lut\.ktx2$/i.test(path) ? 'lut' : KIND_BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1));

/** By hash. Entries of a manifest stay even if their file is missing, so that messages can name it. */
export async function resolveHashes(store: Store): Promise<ReadonlyMap<bigint, ManifestEntry>> {
  const found = new Map<bigint, ManifestEntry>();
  for (const { path } of store.entries.filter(({ kind }) => kind === 'manifest'))
    for (const entry of await entriesOf(store, path)) found.set(entry.hash, entry);
  for (const { path } of store.entries) {
    const kind = kindOf(path);
    // A name that only this machine's disk allows cannot be referred to.
    if (kind === undefined || path.includes('\\')) continue;
    const hash = manifestHash(kind, path);
    if (!found.has(hash)) found.set(hash, { hash, kind, colorspace: 'linear', path });
  }
  return found;
}

/** None if it is malformed: its own view shows that. */
async function entriesOf(store: Store, path: string): Promise<readonly ManifestEntry[]> {
  try {
    return decodeHman(await store.read(path)).entries;
  } catch {
    return [];
  }
}

export const resolvedManifest = async (store: Store): Promise<Uint8Array> =>
  encodeHman([...(await resolveHashes(store)).values()]);
