// What a build observed of the disk. A build is a function of what it observes: if it changed nothing, it changes nothing again and
// prints the same as long as every observation holds. Recording and checking share `observe`, so that equal answers have equal text.

import type { FolderEntry, Host, Ownership } from '../host/host.js';

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

/** Whether every observation gives the same answer now. False if one cannot be repeated. */
export function stillHolds({ paths, stats, answers: others }: Observations, host: Host): boolean {
  try {
    for (const [what, path, saw] of others) if (observe[what](host, path) !== saw) return false;
    for (let i = 0, at = 0; i < paths.length; i++, at += STAT_NUMBERS) {
      const stat = host.stat(paths[i] ?? '');
      if (stat?.type !== 'file' || stat.mtimeMs !== stats[at + 1] || stat.sizeBytes !== stats[at]) return false;
      if (stat.ctimeMs !== stats[at + 2] || stat.inode !== stats[at + 3]) return false;
    }
    return true;
  } catch {
    return false;
  }
}
