// Which file goes into which pack. A build writes one pack, several by globs, or only what differs from a base.

import { basename } from 'node:path';
import { editHman, type ManifestEntry, openHman, type PackInfo } from '@assetc/formats';
import type { NamedPack } from '../../config/config.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { matchesAny } from '../../model/text/glob.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { compareText } from '../host/source-path.js';
import type { BasePack } from './base-pack.js';
import { type CreditedFile, creditFiles, isCreditsPath } from './credits/credits.js';
import { MANIFEST_FILE } from './manifest.js';
import type { PackedFile } from './pack.js';
import { packInfoFile } from './pack-info-file.js';

/** References from the files of one pack into another. */
export interface PackReferences {
  readonly from: string;
  readonly to: string;
  /** Sorted; each as `file → file`. */
  readonly references: readonly string[];
}

/** By the name of the pack; files that no glob matches are under undefined. */
export function divideFiles(
  files: readonly PackedFile[],
  packs: readonly NamedPack[],
): ReadonlyMap<string | undefined, readonly PackedFile[]> {
  const divided = new Map<string | undefined, PackedFile[]>(packs.map(({ name }) => [name, []]));
  for (const file of files) {
    const name = packs.find(({ globs }) => matchesAny(globs, file.path))?.name;
    const list = divided.get(name);
    if (list === undefined) divided.set(name, [file]);
    else list.push(file);
  }
  return divided;
}

/** What leads from one pack into another, sorted by both names. */
export function packReferences(
  records: readonly AssetRecord[],
  manifest: ReadonlyMap<bigint, ManifestEntry>,
  packOf: ReadonlyMap<string, string>,
): readonly PackReferences[] {
  const found = new Map<string, { readonly from: string; readonly to: string; readonly references: Set<string> }>();
  for (const record of records)
    for (const output of record.outputs)
      for (const hash of output.refersTo ?? []) {
        const path = outputPathOf(record, output);
        const target = manifest.get(BigInt(`0x${hash}`))?.path;
        const [from, to] = [packOf.get(path), target === undefined ? undefined : packOf.get(target)];
        if (from === undefined || to === undefined || from === to) continue;
        const key = `${from}\0${to}`;
        const pair = found.get(key) ?? { from, to, references: new Set() };
        found.set(key, pair);
        pair.references.add(`${path} → ${target}`);
      }
  return [...found.values()]
    .map(({ from, to, references }) => ({ from, to, references: [...references].sort(compareText) }))
    .sort((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to));
}

/** The files with the part of the manifest that lists them. Entries that `isElsewhere` are left out, too. */
export function withManifestPart(
  files: readonly PackedFile[],
  manifest: Uint8Array,
  isElsewhere: (entry: ManifestEntry) => boolean,
): readonly PackedFile[] {
  const own = new Set(files.map(({ path }) => path));
  const removed = new Set<bigint>();
  for (const entry of openHman(manifest).entries())
    if (!own.has(entry.path) && isElsewhere(entry)) removed.add(entry.hash);
  const bytes = editHman(manifest, { removed, added: [] });
  const part = { path: MANIFEST_FILE, sizeBytes: bytes.byteLength, digest: digestBytes(bytes), bytes };
  return [...files.filter(({ path }) => path !== MANIFEST_FILE), part].sort(byPath);
}

/** Files that the base does not have, or has with other bytes, and the entries that its manifest lacks. `name`: of one of several packs. */
export function differingFiles(
  files: readonly PackedFile[],
  manifest: Uint8Array,
  base: BasePack,
  name: string | undefined,
): readonly PackedFile[] {
  const differing = files.filter(({ path, digest }) => base.digests.get(path) !== digest);
  return withManifestPart(differing, manifest, ({ hash, path, kind, colorspace }) => {
    const other = base.manifest.get(hash);
    // One of several packs lists only its own files.
    if (name !== undefined) return true;
    return other?.path === path && other.kind === kind && other.colorspace === colorspace;
  });
}

/** The files with the credits of what they were made of. Throws AssetError if one of them has such a path. */
export function withCredits(
  files: readonly PackedFile[],
  credits: readonly CreditedFile[] | undefined,
): readonly PackedFile[] {
  if (credits === undefined) return files;
  const taken = files.find(({ path }) => isCreditsPath(path));
  if (taken !== undefined)
    throw new AssetError({
      code: 'build/pack-info-path',
      file: taken.path,
      message: `the output has a file ${taken.path}, but packs with licenses contain their own file with this path`,
      hint: 'Rename the file or its folder, or remove licenses from assetc.yml.',
    });
  const own = creditFiles(credits, new Set(files.map(({ path }) => path)));
  return own.length === 0 ? files : [...files, ...own].sort(byPath);
}

/** The files with the list of them. */
export const withPackInfo = (
  files: readonly PackedFile[],
  about: Pick<PackInfo, 'dependencies' | 'removed'>,
): readonly PackedFile[] => [...files, packInfoFile(files, about)].sort(byPath);

/** How lists of entries name a pack: its file without the extension. */
export const packNameOf = (path: string): string => basename(path).replace(/\.hpackz?$/, '');

const byPath = (a: PackedFile, b: PackedFile): number => compareText(a.path, b.path);
