// What a build observed of the disk. A build is a function of what it observes: if it changed nothing, it changes nothing again and
// prints the same as long as every observation holds. Recording and checking share `observe`, so that equal answers have equal text.

import { isRacy } from '../cache/record.js';
import type { FileStat, FolderEntry, Host, Ownership } from '../host/host.js';

/** Files are compared by four numbers each (`stats`), everything else by the answer as text (`answers`). */
export interface Observations {
  readonly paths: readonly string[];
  readonly stats: Float64Array;
  readonly answers: readonly Observation[];
}

/** `saw` is null if nothing was there. */
export type Observation = readonly [what: keyof typeof observe, path: string, saw: string | null];

/** Size, mtime, ctime, inode. */
export const STAT_NUMBERS = 4;

/** Equal to no stat data. */
const NO_STAT: readonly number[] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

const LETTERS = { file: 'f', folder: 'd', link: 'l', other: 'o' } as const satisfies Record<
  FolderEntry['type'],
  string
>;

/** Names cannot contain a slash. The order is the disk's; if it changes, the comparison fails and a build runs. */
export const listingText = (entries: readonly FolderEntry[]): string =>
  entries.map(({ name, type }) => LETTERS[type] + name).join('/');

export const ownershipText = (owner: Ownership | undefined): string | null =>
  owner === undefined ? null : JSON.stringify([owner.mine, owner.othersMayRead, owner.othersMayWrite]);

/** For a folder only its type counts: its times change with every lock file created in it. */
export const observe = {
  stat: (host: Host, path: string) => host.stat(path)?.type ?? null,
  'look-at': (host: Host, path: string) => host.entryType(path) ?? null,
  'real-path': (host: Host, path: string) => host.realPath(path) ?? null,
  ownership: (host: Host, path: string) => ownershipText(host.ownership(path)),
  listing: (host: Host, path: string) => listingText(host.readFolder(path)),
  'open-folder'(host: Host, path: string): string | null {
    const folder = host.openFolder(path);
    folder?.close();
    return folder?.real ?? null;
  },
} as const satisfies Record<string, (host: Host, path: string) => string | null>;

/** How the disk differs from what was observed. All paths are absolute. */
export interface DiskChanges {
  /** Files with other stat data. They were files, and still are. */
  readonly changed: readonly string[];
  /** Files in folders that were listed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** By folder: the listings that differ, as they are now. */
  readonly listings: ReadonlyMap<string, string>;
  /** The stat data of changed files now. Undefined if it proves nothing yet, see isRacy. */
  readonly stats: ReadonlyMap<string, FileStat | undefined>;
}

/** All files that were observed or listed, absolute. */
export function observedFiles({ paths, answers }: Observations): readonly string[] {
  const listed = answers.flatMap(([what, folder, saw]) => {
    if (what !== 'listing' || saw === null || saw === '') return [];
    return saw.split('/').map((entry) => `${folder}/${entry.slice(1)}`);
  });
  return [...paths, ...listed];
}

export const isSame = ({ changed, listings }: DiskChanges): boolean => changed.length === 0 && listings.size === 0;

/**
 * Undefined if more has changed than files that come, go or have other content, or if something cannot be checked. `statOf` is used for
 * files, of which there are many.
 */
export function compareWithDisk(
  { paths, stats, answers: others }: Observations,
  host: Host,
  statOf: Host['stat'] = (path) => host.stat(path),
): DiskChanges | undefined {
  const changes = { changed: [] as string[], added: [] as string[], removed: [] as string[] };
  const listings = new Map<string, string>();
  const newStats = new Map<string, FileStat | undefined>();
  const nowMs = host.now();
  const lost: string[] = [];
  try {
    for (const [what, path, saw] of others) {
      const now = observe[what](host, path);
      if (now === saw) continue;
      if (what === 'real-path' && now === null) {
        lost.push(path);
        continue;
      }
      if (what !== 'listing' || saw === null || now === null) return undefined;
      if (!compareListings(path, saw, now, changes)) return undefined;
      listings.set(path, now);
    }
    const removed = new Set(changes.removed);
    if (!lost.every((path) => removed.has(path))) return undefined;
    for (let i = 0, at = 0; i < paths.length; i++, at += STAT_NUMBERS) {
      const path = paths[i] ?? '';
      const stat = statOf(path);
      if (stat === undefined && removed.has(path)) continue;
      if (stat?.type !== 'file') return undefined;
      const isUnchanged =
        stat.mtimeMs === stats[at + 1] &&
        stat.sizeBytes === stats[at] &&
        stat.ctimeMs === stats[at + 2] &&
        stat.inode === stats[at + 3];
      if (isUnchanged) continue;
      changes.changed.push(path);
      newStats.set(path, isRacy(stat.mtimeMs, stat.ctimeMs, nowMs) ? undefined : stat);
    }
    return { ...changes, listings, stats: newStats };
  } catch {
    return undefined;
  }
}

/** Adds the files that only one of two listings of a folder has. Returns false if they differ in anything else. */
function compareListings(
  folder: string,
  saw: string,
  now: string,
  { added, removed }: { readonly added: string[]; readonly removed: string[] },
): boolean {
  const [before, after] = [saw.split('/'), now.split('/')];
  const [old, current] = [new Set(before), new Set(after)];
  const collect = (entries: readonly string[], others: ReadonlySet<string>, into: string[]): boolean => {
    for (const entry of entries) {
      if (entry === '' || others.has(entry)) continue;
      // A name with a dot may make the folder another build's output.
      if (!entry.startsWith(LETTERS.file) || entry[1] === '.') return false;
      into.push(`${folder}/${entry.slice(1)}`);
    }
    return true;
  };
  return collect(after, old, added) && collect(before, current, removed);
}

/** What a narrow build changed of what was observed. */
export interface ObservedEnd {
  /** By absolute path: files as the build saw or left them. Undefined: its stat data proves nothing, so the file counts as changed. */
  readonly files: ReadonlyMap<string, Omit<FileStat, 'type'> | undefined>;
  /** Files that no longer exist. */
  readonly dropped: ReadonlySet<string>;
  /** By folder. */
  readonly listings: ReadonlyMap<string, string>;
}

export function withEnd(
  { paths, stats, answers }: Observations,
  { files, dropped, listings }: ObservedEnd,
): Observations {
  const left = new Map(files);
  let updated = stats.slice();
  for (const [path, i] of placesIn(paths, files)) {
    updated.set(asNumbers(files.get(path)), i * STAT_NUMBERS);
    left.delete(path);
  }
  const listed: readonly Observation[] =
    listings.size === 0
      ? answers
      : answers.map(([what, path, saw]) => [what, path, what === 'listing' ? (listings.get(path) ?? saw) : saw]);
  const keptAnswers = dropped.size === 0 ? listed : listed.filter(([, path]) => !dropped.has(path));
  let keptPaths = paths;
  if (dropped.size > 0) {
    const isKept = paths.map((path) => !dropped.has(path));
    keptPaths = paths.filter((_, i) => isKept[i]);
    updated = updated.filter((_, at) => isKept[Math.floor(at / STAT_NUMBERS)]);
  }
  if (left.size === 0) return { paths: keptPaths, stats: updated, answers: keptAnswers };
  const grown = new Float64Array(updated.length + left.size * STAT_NUMBERS);
  grown.set(updated);
  grown.set([...left.values()].flatMap(asNumbers), updated.length);
  return { paths: [...keptPaths, ...left.keys()], stats: grown, answers: keptAnswers };
}

/** Searching for a few paths costs less than asking for each of all. */
const FEW = 16;

function placesIn(
  paths: readonly string[],
  wanted: ReadonlyMap<string, unknown>,
): readonly (readonly [path: string, i: number])[] {
  if (wanted.size > FEW) return [...paths.entries()].flatMap(([i, path]) => (wanted.has(path) ? [[path, i]] : []));
  return [...wanted.keys()].flatMap((path) => {
    const i = paths.indexOf(path);
    return i < 0 ? [] : [[path, i]];
  });
}

export const asNumbers = (file: Omit<FileStat, 'type'> | undefined): readonly number[] =>
  file === undefined ? NO_STAT : [file.sizeBytes, file.mtimeMs, file.ctimeMs, file.inode];
