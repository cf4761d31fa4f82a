// What a build saw of the disk. A build is a function of what it sees: one that changed nothing would change nothing again, and say
// the same, for as long as every look meets the same answer. Whoever looks, a build that is noted or a later one that compares, looks
// through `see`, so that both give an answer the same text.

import type { FolderEntry, Host, Ownership } from '../host/host.js';

/** Files are told apart by four numbers each, `stats`; of everything else `others` holds the answer as text. */
export interface Looks {
  readonly paths: readonly string[];
  readonly stats: Float64Array;
  readonly others: readonly Look[];
}

/** Null: nothing is there. */
export type Look = readonly [what: keyof typeof see, path: string, saw: string | null];

/** Size, time of the content, time of the entry, inode. */
export const STAT_NUMBERS = 4;

const LETTERS = { file: 'f', folder: 'd', link: 'l', other: 'o' } as const satisfies Record<
  FolderEntry['type'],
  string
>;

/** No name holds a slash. The order is the disk's: where that changes, the comparison fails, and nothing worse. */
export const listingText = (entries: readonly FolderEntry[]): string =>
  entries.map(({ name, type }) => LETTERS[type] + name).join('/');

export const ownershipText = (owner: Ownership | undefined): string | null =>
  owner === undefined ? null : JSON.stringify([owner.mine, owner.othersMayRead, owner.othersMayWrite]);

/** Of a folder only that it is one: its times change with every lock that comes and goes in it. */
const see = {
  stat: (host: Host, path: string) => host.stat(path)?.type ?? null,
  'look-at': (host: Host, path: string) => host.lookAt(path) ?? null,
  'real-path': (host: Host, path: string) => host.realPath(path) ?? null,
  ownership: (host: Host, path: string) => ownershipText(host.ownership(path)),
  listing: (host: Host, path: string) => listingText(host.readFolder(path)),
  'open-folder'(host: Host, path: string): string | null {
    const folder = host.openFolder(path);
    folder?.close();
    return folder?.real ?? null;
  },
} as const satisfies Record<string, (host: Host, path: string) => string | null>;

/** Whether every look meets its answer again. Where one cannot be repeated, the answer is no. */
export function isSeenAgain({ paths, stats, others }: Looks, host: Host): boolean {
  try {
    for (const [what, path, saw] of others) if (see[what](host, path) !== saw) return false;
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
