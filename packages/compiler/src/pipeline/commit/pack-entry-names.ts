// Which entries of a pack may be unpacked, by name. A pack can come from any system and be unpacked on any, so the rules of all systems
// apply: a name that means a device, a stream or another name on one of them is rejected.

import { pathProblem } from '@assetc/formats';
import { isWindowsDevice, losesItsEnd } from '../host/windows-names.js';

/** The short names that Windows adds for `.assetc-cache` and similar names. */
const SHORT_NAME_OF_OURS = /^(?:assetc|as[0-9a-f]{4})~\d/i;

/** Code points that HFS+ ignores when it compares names, as in the rule for paths of `@assetc/formats`. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const MAX_NAME_BYTES = 255;

/** Why no entry may have this path. Undefined if it may. */
export function entryProblem(path: string): string | undefined {
  const wanted = pathProblem(path);
  if (wanted !== undefined) return `the path must be ${wanted}`;
  for (const name of path.split('/')) {
    const problem = nameProblem(name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function nameProblem(name: string): string | undefined {
  const quoted = JSON.stringify(name);
  if (name.includes(':')) return `${quoted} is a stream of another file on Windows`;
  if (isWindowsDevice(name)) return `${quoted} is a device on Windows`;
  if (losesItsEnd(name)) return `${quoted} ends in a dot or a space, which Windows removes`;
  if (SHORT_NAME_OF_OURS.test(name)) return `${quoted} may be one of the build's own files on Windows`;
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `a name has more than ${MAX_NAME_BYTES} bytes`;
  return undefined;
}

/**
 * Equal for names that any file system treats as equal. Upper case first: it merges letters without a common lower case (ſ and s). So
 * more names are equal than on any single file system.
 */
export function foldedPath(path: string): string {
  return path.replace(IGNORED, '').normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Paths that collide with another path of the list on some disks, each with that path: equal except for case or Unicode form, or
 * one a file where the other needs a folder.
 */
export function clashingPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const clashes = new Map<string, string>();
  const byKey = new Map<string, string>();
  for (const path of paths) {
    const key = foldedPath(path);
    const other = byKey.get(key);
    if (other === undefined) byKey.set(key, path);
    else clashes.set(path, other);
  }
  for (const path of paths) {
    const key = foldedPath(path);
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      const file = byKey.get(key.slice(0, at));
      if (file !== undefined) clashes.set(path, file);
    }
  }
  return clashes;
}
