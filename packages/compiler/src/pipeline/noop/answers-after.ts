// What the disk answers after a build has written some paths, where that concerns what was observed before.

import { basename, dirname } from 'node:path';
import type { Host } from '../host/host.js';
import { type Observation, observe } from './observations.js';

/** Undefined if a folder that the build wrote into has changed in other ways, too. */
export function answersAfter(
  written: ReadonlySet<string>,
  answers: Iterable<Observation>,
  disk: Host,
): readonly Observation[] | undefined {
  const namesIn = new Map<string, Set<string>>();
  for (const path of written) {
    const folder = dirname(path);
    namesIn.set(folder, (namesIn.get(folder) ?? new Set()).add(basename(path)));
  }
  const after: Observation[] = [];
  for (const [what, path, saw] of answers) {
    const names = what === 'listing' ? namesIn.get(path) : undefined;
    const now = names !== undefined || written.has(path) ? observe[what](disk, path) : saw;
    if (names !== undefined && !isSameListingExcept(names, saw, now)) return undefined;
    // A file is compared by its stat data, if the build knows it.
    if (what !== 'stat' || now !== 'file') after.push([what, path, now]);
  }
  return after;
}

/** Whether two listings of a folder differ at most in these names. */
function isSameListingExcept(names: ReadonlySet<string>, saw: string | null, now: string | null): boolean {
  const others = (listing: string | null): string =>
    (listing ?? '')
      .split('/')
      .filter((entry) => !names.has(entry.slice(1)))
      .sort()
      .join('/');
  return others(saw) === others(now);
}
