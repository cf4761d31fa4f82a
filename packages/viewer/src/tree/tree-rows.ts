// The rows of the tree from top to bottom, for the open folders and the search. Pure functions: 5,000 entries take a few milliseconds.

import type { Kind } from '../kinds.js';
import type { Severity } from '../status/problems.js';
import type { Entry } from '../store/store.js';

/** Must match the style sheet. */
export const ROW_PIXELS = 26;

interface FolderRow {
  readonly type: 'folder';
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly isOpen: boolean;
  /** Shown files below it. */
  readonly count: number;
  readonly size: number;
  /** The worst below it. */
  readonly severity: Severity | undefined;
}

interface FileRow {
  readonly type: 'file';
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly size: number;
  readonly kind: Kind;
  readonly severity: Severity | undefined;
  /** A failed asset without a file. */
  readonly isMissing: boolean;
}

export type TreeRow = FolderRow | FileRow;

export interface TreeFilter {
  /** Words that a path must contain, in any order and case. */
  readonly search: string;
  /** Empty for all kinds. */
  readonly kinds: ReadonlySet<Kind>;
  /** Closed folders. A search opens all. */
  readonly shut: ReadonlySet<string>;
  /** What the last build reported, by path. */
  readonly severities?: ReadonlyMap<string, Severity>;
}

export function matching(entries: readonly Entry[], { search, kinds }: TreeFilter): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && kinds.size === 0) return entries;
  return entries.filter(({ path, kind }) => {
    if (kinds.size > 0 && !kinds.has(kind)) return false;
    const text = path.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: Entry[];
  count: number;
  size: number;
  severity: Severity | undefined;
}

const makeFolder = (path: string, name: string): Folder => ({
  path,
  name,
  folders: new Map(),
  files: [],
  count: 0,
  size: 0,
  severity: undefined,
});

function gather(entries: readonly Entry[], severities: TreeFilter['severities']): Folder {
  const root = makeFolder('', '');
  for (const entry of entries) {
    let folder = root;
    const severity = severities?.get(entry.path);
    for (let from = 0, slash = entry.path.indexOf('/'); slash >= 0; slash = entry.path.indexOf('/', from)) {
      const name = entry.path.slice(from, slash);
      let next = folder.folders.get(name);
      if (next === undefined) {
        next = makeFolder(entry.path.slice(0, slash), name);
        folder.folders.set(name, next);
      }
      folder = next;
      folder.count++;
      folder.size += entry.size;
      if (folder.severity !== 'error') folder.severity = severity ?? folder.severity;
      from = slash + 1;
    }
    folder.files.push(entry);
  }
  return root;
}

/** Folders before files, each in the order of the entries. */
export function treeRows(entries: readonly Entry[], filter: TreeFilter): readonly TreeRow[] {
  const isSearch = filter.search.trim() !== '';
  const rows: TreeRow[] = [];
  const walk = (folder: Folder, level: number): void => {
    for (const each of folder.folders.values()) {
      const isOpen = isSearch || !filter.shut.has(each.path);
      const { path, name, count, size, severity } = each;
      rows.push({ type: 'folder', path, name, level, isOpen, count, size, severity });
      if (isOpen) walk(each, level + 1);
    }
    for (const { path, size, kind, isMissing = false } of folder.files) {
      const severity = filter.severities?.get(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      rows.push({ type: 'file', path, name, level, size, kind, severity, isMissing });
    }
  };
  walk(gather(matching(entries, filter), filter.severities), 1);
  return rows;
}

/** The next row after `from` whose name starts with the prefix, wrapping around; undefined if there is none. */
export function findByPrefix(rows: readonly TreeRow[], from: number, prefix: string): number | undefined {
  const wanted = prefix.toLowerCase();
  // While typing a word, the current row may still match.
  const first = prefix.length > 1 ? from : from + 1;
  for (let i = 0; i < rows.length; i++) {
    const at = (((first + i) % rows.length) + rows.length) % rows.length;
    if (rows[at]?.name.toLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}

/** The row of the parent folder. */
export function parentOf(rows: readonly TreeRow[], index: number): number | undefined {
  const level = rows[index]?.level ?? 0;
  for (let i = index - 1; i >= 0; i--) if ((rows[i]?.level ?? 0) < level) return i;
  return undefined;
}
