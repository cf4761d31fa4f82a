// The lines in which two texts differ, for a preview: what is between their equal beginnings and their equal ends.

interface ChangedLines {
  /** Number of the first changed line, from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end])
    end++;
  return { line: start + 1, removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}
