// The differences between the files of two outputs, by their sizes and by what was read of those of equal size.

export interface EntryChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'grew' | 'shrank' | 'changed';
  /** 0 if it was added. */
  readonly before: number;
  /** 0 if it was removed. */
  readonly after: number;
}

export interface Sized {
  readonly path: string;
  readonly size: number;
}

/** Files that only their bytes can distinguish. */
export function equallySized(a: readonly Sized[], b: readonly Sized[]): readonly Sized[] {
  const sizes = new Map(b.map(({ path, size }) => [path, size]));
  return a.filter(({ path, size }) => sizes.get(path) === size);
}

/** The largest differences first. `changed`: files of equal size with other bytes. */
export function compareEntries(
  a: readonly Sized[],
  b: readonly Sized[],
  changed: ReadonlySet<string>,
): readonly EntryChange[] {
  const after = new Map(b.map(({ path, size }) => [path, size]));
  const before = new Map(a.map(({ path, size }) => [path, size]));
  const changes: EntryChange[] = [];
  for (const [path, size] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push({ path, change: 'removed', before: size, after: 0 });
    else if (now !== size) changes.push({ path, change: now > size ? 'grew' : 'shrank', before: size, after: now });
    else if (changed.has(path)) changes.push({ path, change: 'changed', before: size, after: now });
  }
  for (const [path, size] of after)
    if (!before.has(path)) changes.push({ path, change: 'added', before: 0, after: size });
  const amount = ({ before: was, after: is }: EntryChange): number => Math.abs(is - was);
  return changes.sort((x, y) => amount(y) - amount(x) || (x.path < y.path ? -1 : 1));
}
