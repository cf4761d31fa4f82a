// The old entry that a new path is compared with: one that is gone, with the same name, or the same type and about the same size.

import type { PackEntry } from '@assetc/formats';

export class BaseFinder {
  /** By name and by type, each sorted by size. */
  readonly #byName: ReadonlyMap<string, readonly PackEntry[]>;
  readonly #byType: ReadonlyMap<string, readonly PackEntry[]>;

  /** `gone`: entries whose path the new pack does not have. */
  constructor(gone: readonly PackEntry[]) {
    const sorted = gone.toSorted((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
    this.#byName = grouped(sorted, nameOf);
    this.#byType = grouped(sorted, typeOf);
  }

  find({ path, size }: PackEntry): PackEntry | undefined {
    return nearest(this.#byName.get(nameOf(path)), size) ?? nearest(this.#byType.get(typeOf(path)), size);
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const typeOf = (path: string): string => nameOf(path).slice(nameOf(path).indexOf('.') + 1);

function grouped(entries: readonly PackEntry[], keyOf: (path: string) => string): Map<string, PackEntry[]> {
  const groups = new Map<string, PackEntry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry.path));
    if (group === undefined) groups.set(keyOf(entry.path), [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Of entries that are sorted by size. */
function nearest(entries: readonly PackEntry[] | undefined, size: number): PackEntry | undefined {
  if (entries === undefined) return undefined;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.size ?? 0) < size) low = middle + 1;
    else high = middle;
  }
  const [below, above] = [entries[low - 1], entries[low]];
  if (below === undefined || above === undefined) return below ?? above;
  return size - below.size < above.size - size ? below : above;
}
