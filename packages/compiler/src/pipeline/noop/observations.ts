// What a build observed of the disk. A build is a function of what it observes: if it changed nothing, it changes nothing again and
// prints the same as long as every observation holds. Recording and checking share `observe`, so that equal answers have equal text.

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
const observe = {
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

/** The files whose stat data differs now. Undefined if anything else differs, if one of them is no file any more, or if one cannot be checked. */
export function changedFiles(
  { paths, stats, answers: others }: Observations,
  host: Host,
): readonly string[] | undefined {
  const changed: string[] = [];
  try {
    for (const [what, path, saw] of others) if (observe[what](host, path) !== saw) return undefined;
    for (let i = 0, at = 0; i < paths.length; i++, at += STAT_NUMBERS) {
      const path = paths[i] ?? '';
      const stat = host.stat(path);
      if (stat?.type !== 'file') return undefined;
      const isSame =
        stat.mtimeMs === stats[at + 1] &&
        stat.sizeBytes === stats[at] &&
        stat.ctimeMs === stats[at + 2] &&
        stat.inode === stats[at + 3];
      if (!isSame) changed.push(path);
    }
    return changed;
  } catch {
    return undefined;
  }
}

/** The same observations with other stat data for some files. Undefined: it proves nothing, so the file counts as changed. */
export function withFiles(
  { paths, stats, answers }: Observations,
  files: ReadonlyMap<string, Omit<FileStat, 'type'> | undefined>,
): Observations {
  const numbers = (file: Omit<FileStat, 'type'> | undefined): readonly number[] =>
    file === undefined ? NO_STAT : [file.sizeBytes, file.mtimeMs, file.ctimeMs, file.inode];
  const left = new Map(files);
  const updated = stats.slice();
  paths.forEach((path, i) => {
    if (!left.has(path)) return;
    updated.set(numbers(left.get(path)), i * STAT_NUMBERS);
    left.delete(path);
  });
  if (left.size === 0) return { paths, stats: updated, answers };
  const added = [...left.values()].flatMap(numbers);
  return { paths: [...paths, ...left.keys()], stats: Float64Array.of(...updated, ...added), answers };
}
