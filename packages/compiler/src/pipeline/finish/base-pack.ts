// The pack that a project changes: what it contains, so that only what differs is packed and references into it can be checked.

import {
  FormatError,
  isPackInfoPath,
  type ManifestEntry,
  modelCompanions,
  openHman,
  openPack,
  type Pack,
  type RandomAccessSource,
  readPackInfo,
} from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { matchesAny } from '../../model/text/glob.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord } from '../cache/record.js';
import { errorCode, type Host } from '../host/host.js';
import { MANIFEST_FILE } from './manifest.js';
import { hostSource } from './pack.js';

/** What the base contains. */
export interface BasePack {
  /** Digests by path, in the order of the pack. */
  readonly digests: ReadonlyMap<string, string>;
  readonly manifest: ReadonlyMap<bigint, ManifestEntry>;
}

/** The bytes of a pack, whether its file is the pack or a compressed one. Throws FormatError. */
export type PackSource = (file: RandomAccessSource) => Promise<RandomAccessSource>;

/** Reads the payloads only if the base has no list. Throws AssetError. */
export async function readBasePack(host: Host, path: string, sourceOf: PackSource): Promise<BasePack> {
  try {
    if (host.stat(path)?.type !== 'file') throw badBase(path, 'there is no such file');
    const pack = await openPack(await sourceOf(hostSource(host, path)));
    const manifest = await pack.read(MANIFEST_FILE);
    const entries = manifest === undefined ? [] : [...openHman(manifest).entries()];
    return { digests: await digestsOf(pack), manifest: new Map(entries.map((entry) => [entry.hash, entry])) };
  } catch (error) {
    if (error instanceof FormatError) throw badBase(path, error.message);
    const code = errorCode(error);
    throw code === undefined ? error : badBase(path, code);
  }
}

async function digestsOf(pack: Pack): Promise<ReadonlyMap<string, string>> {
  const listing = await readPackInfo(pack);
  if (listing !== undefined) return new Map(listing.info.entries.map(({ path, sha256 }) => [path, sha256]));
  const digests = new Map<string, string>();
  for (const entry of pack.entries())
    if (!isPackInfoPath(entry.path)) digests.set(entry.path, digestBytes(await pack.readEntry(entry)));
  return digests;
}

const badBase = (path: string, cause: string): AssetError =>
  new AssetError({ code: 'build/bad-base', message: `the base ${path} cannot be read: ${cause}` });

/** The paths of the base that globs remove, sorted as the base is. Throws AssetError if a glob matches none. */
export function removedPaths(base: BasePack, globs: readonly string[]): readonly string[] {
  const paths = [...base.digests.keys()];
  const idle = globs.find((glob) => !paths.some((path) => matchesAny([glob], path)));
  if (idle !== undefined)
    throw new AssetError({ code: 'build/unused-remove', message: `no path of the base matches ${idle} of remove` });
  return paths.filter((path) => path !== MANIFEST_FILE && matchesAny(globs, path));
}

/** Files of the base that belong to models of this project, which do not have them any more: clips of a model without clips. */
export function staleCompanions(base: BasePack, own: ReadonlySet<string>): readonly string[] {
  return [...own].flatMap(modelCompanions).filter((path) => base.digests.has(path) && !own.has(path));
}

/** Throws AssetError if an asset refers to something that neither this project nor what is left of its base has. */
export function checkBaseReferences(
  records: readonly AssetRecord[],
  own: ReadonlyMap<bigint, ManifestEntry>,
  base: BasePack,
  removed: ReadonlySet<string>,
): void {
  const problems = records.flatMap(({ source, outputs }) => {
    const hashes = new Set(outputs.flatMap(({ refersTo }) => refersTo ?? []));
    return [...hashes].flatMap((hex) => {
      const hash = BigInt(`0x${hex}`);
      const found = base.manifest.get(hash);
      if (own.has(hash) || (found !== undefined && !removed.has(found.path))) return [];
      const cause = found === undefined ? 'the base does not have it' : `remove takes ${found.path} away`;
      const what = `refers to the asset ${found?.path ?? hex} of the base, but ${cause}`;
      return [{ code: 'build/missing-in-base', severity: 'error', file: source, message: what } as const];
    });
  });
  const [first, ...also] = problems;
  if (first !== undefined) throw new AssetError(first, { also });
}
