// Which globs of the configuration may apply to something that could not be compiled or read in this build. They are not
// reported: derived assets and warnings of a source are only known when it compiles.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { matchesGlob, mayMatchInside } from '../../model/text/glob.js';
import type { Failure } from '../cache/failures.js';
import { filesReadBy, splitAssetKey } from '../cache/record.js';
import { withoutExtension } from '../host/source-path.js';

/** `unread`: problems of the input. The returned function takes undefined for "all files". */
export function mayMatchFailed(
  failures: ReadonlyMap<string, Failure>,
  unread: readonly Diagnostic[],
): (match: string | undefined) => boolean {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const [key, { attempt }] of failures) {
    const { source } = splitAssetKey(key);
    files.add(source);
    folders.add(source).add(withoutExtension(source));
    for (const path of filesReadBy(attempt?.dependencies ?? [])) files.add(path);
  }
  for (const { file } of unread) if (file !== undefined) folders.add(file) && files.add(file);
  const isWholeInput = folders.has('.');
  return (match) => {
    if (files.size === 0) return false;
    if (match === undefined || isWholeInput) return true;
    const some = (paths: ReadonlySet<string>, test: (match: string, path: string) => boolean) =>
      [...paths].some((path) => test(match, path));
    return some(files, matchesGlob) || some(folders, mayMatchInside);
  };
}
