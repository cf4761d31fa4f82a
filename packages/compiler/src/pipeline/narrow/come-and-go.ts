// Whether files that come and go concern only themselves: sources of one file each, to which nothing refers, and which change nothing
// about any other file. Everything else needs a build of everything.

import { posix } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';
import { matchesGlob } from '../../model/text/glob.js';
import { type Asset, sourceAsset } from '../asset.js';
import type { LoadedPart } from '../cache/load-part.js';
import type { AssetRecord } from '../cache/record.js';
import { declaredPaths, outputPathsOf } from '../commit/output-path.js';
import type { Source } from '../discover/discover.js';
import type { Entry, InputFolder } from '../discover/input-folder.js';
import type { KindIdentities } from '../discover/kind-identities.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { Siblings, SourceFinder } from '../discover/source-finder.js';
import { collisionKey } from '../host/source-path.js';
import { windowsNameProblem } from '../host/windows-names.js';
import { findCollisions } from '../plan/collisions.js';

/** Sources that appeared, and records of those that disappeared. Paths are below the input. */
export interface ComeAndGo {
  readonly added: readonly Source[];
  readonly removed: readonly AssetRecord[];
}

interface Changed {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '');

/** The folder and those above it, up to the input itself. */
const foldersAbove = (path: string): readonly string[] => {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, i) => names.slice(0, i + 1).join('/'))];
};

/** Undefined if they may concern anything else. */
export function comeAndGo(
  changed: Changed,
  part: LoadedPart,
  config: Config,
  input: InputFolder,
  registry: Registry,
): ComeAndGo | undefined {
  const finder = new SourceFinder(input, config, registry, new SettingsResolver(config, registry));
  const isDependedOn = (path: string): boolean => [path, ...foldersAbove(path)].some((place) => part.isPlace(place));
  if ([...changed.added, ...changed.removed].some(isDependedOn)) return undefined;
  const added: Source[] = [];
  for (const path of changed.added) {
    const found = finder.find(path);
    if (found?.path !== path || part.isRead(path) || !part.kinds.has(found.kind.name)) return undefined;
    if (path.split('/').some((name) => windowsNameProblem(name) !== undefined)) return undefined;
    added.push({ path, kind: found.kind, isFolder: false });
  }
  const removed: AssetRecord[] = [];
  for (const path of changed.removed) {
    const record = part.cache.records.get(path);
    if (record === undefined || !isAlone(record)) return undefined;
    removed.push(record);
  }
  const folders = new Set([...changed.added, ...changed.removed].map(folderOf));
  const areOthersSame = [...folders].every((folder) => {
    const { entries } = input.children(folder, foldersAbove(`${folder}/`));
    return (
      hasSameSources(finder, entries, changed, folder) && isEveryRuleUsed(finder, entries, changed.removed, config)
    );
  });
  return areOthersSame ? { added, removed } : undefined;
}

/** Whether a source reads only itself, refers to nothing and contains nothing. */
export const isAlone = ({ source, name, dependencies, outputs, derived }: AssetRecord): boolean =>
  name === undefined &&
  derived.length === 0 &&
  dependencies.every((dependency) => {
    if (dependency.type === 'part') return dependency.ref.file === source;
    return dependency.type === 'bytes' && dependency.path === source;
  }) &&
  outputs.every(({ refersTo }) => refersTo === undefined);

/** Whether all other entries of the folder are claimed by the same kinds as before, and no two names differ only in case. */
function hasSameSources(
  finder: SourceFinder,
  entries: readonly Entry[],
  { added, removed }: Changed,
  folder: string,
): boolean {
  const gone = removed.filter((path) => folderOf(path) === folder).map((path): Entry => ({ path, isFolder: false }));
  const before = [...entries.filter(({ path }) => !added.includes(path)), ...gone];
  const [siblings, siblingsBefore] = [new Siblings(entries), new Siblings(before)];
  const keys = new Set<string>();
  for (const entry of entries) {
    const key = collisionKey(entry.path);
    if (keys.has(key)) return false;
    keys.add(key);
    if (!added.includes(entry.path) && finder.kindOf(entry, siblings) !== finder.kindOf(entry, siblingsBefore))
      return false;
  }
  return true;
}

/** Whether every rule that applied to a removed source applies to another one in its folder: a rule without any is reported. */
function isEveryRuleUsed(
  finder: SourceFinder,
  entries: readonly Entry[],
  removed: readonly string[],
  { layers }: Config,
): boolean {
  const siblings = new Siblings(entries);
  return layers.every(({ match }) => {
    if (match === undefined || !removed.some((path) => matchesGlob(match, path))) return true;
    return entries.some((entry) => matchesGlob(match, entry.path) && finder.kindOf(entry, siblings) !== undefined);
  });
}

/** Whether a new source would write what another one declares or has written. Only sources in the folders above it may. */
export function mayCollide(
  added: readonly Asset[],
  config: Config,
  input: InputFolder,
  registry: Registry,
  { kinds, resolver }: { readonly kinds: KindIdentities; readonly resolver: SettingsResolver },
): boolean {
  const finder = new SourceFinder(input, config, registry, resolver);
  const own = new Set(added.map(({ source }) => source));
  const others: Asset[] = [];
  for (const folder of new Set(added.flatMap(({ source }) => foldersAbove(source)))) {
    const { entries } = input.children(folder, foldersAbove(`${folder}/`));
    const siblings = new Siblings(entries);
    for (const entry of entries) {
      const kind = own.has(entry.path) || finder.isProduct(entry) ? undefined : finder.kindOf(entry, siblings);
      if (kind === undefined || !mayWriteOneOf(added, entry.path)) continue;
      others.push(sourceAsset({ ...entry, kind }, kinds, resolver));
    }
  }
  if (findCollisions([...others, ...added]).refused.length > 0) return true;
  return added.some((asset) =>
    declaredOutputs(asset).some(
      (path) =>
        folderOf(path) !== folderOf(asset.source) ||
        path.split('/').some((name) => windowsNameProblem(name) !== undefined) ||
        isOnDisk(path, config, input),
    ),
  );
}

/** The base of a source is a start of its path, and a start of everything that it writes. */
function mayWriteOneOf(added: readonly Asset[], source: string): boolean {
  const stem = collisionKey(source.replace(/\.[^/]*$/, ''));
  return added.some((asset) => declaredOutputs(asset).some((path) => collisionKey(path).startsWith(stem)));
}

const declaredOutputs = ({ base, kind, settings, source }: Asset): readonly string[] =>
  declaredPaths(base, kind.suffixes(settings.values, source));

export const writesAsDeclared = (asset: Asset, record: AssetRecord): boolean => {
  const declared = new Set(declaredOutputs(asset));
  return outputPathsOf(record).every((path) => declared.has(path));
};

/** Derived assets write there, too. */
function isOnDisk(path: string, { output }: Config, { host }: InputFolder): boolean {
  const folder = folderOf(path) === '' ? output : `${output}/${folderOf(path)}`;
  if (host.stat(folder)?.type !== 'folder') return host.entryType(folder) !== undefined;
  const key = collisionKey(path);
  const prefix = folderOf(path) === '' ? '' : `${folderOf(path)}/`;
  return host.readFolder(folder).some(({ name }) => collisionKey(prefix + name) === key);
}
