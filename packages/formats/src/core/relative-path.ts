// The rule for paths inside manifests, packs and records: relative, forward slashes, never out of the folder, and none of
// the names that a build keeps for itself. Such paths come from files that anyone may have written, and are joined to a
// folder by whoever unpacks, replaces or deletes.

/** With `u` and `i` the long s counts as an s, as it does on disks that fold case by Unicode's rules. */
const RESERVED = /(?:^|\/)\.assetc-/iu;

/** Code points that HFS+ leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Matches: certainly fine; else: look closer. Nearly every path is plain, and a record holds tens of thousands that are looked at
 * once, so what counts is the time until code is hot: a loop over the characters took three times as long, splitting ten times.
 */
const PLAIN = /^(?!.:)[^\0./\\\x7f-\uffff][^\0/\\\x7f-\uffff]*(?:\/[^\0./\\\x7f-\uffff][^\0/\\\x7f-\uffff]*)*$/s;

/** What keeps the path from being relative and normalized, or undefined when it is both. */
export function relativePathProblem(path: string): string | undefined {
  if (PLAIN.test(path)) return undefined;
  if (path === '') return 'a path that is not empty';
  if (path.includes('\\')) return 'separated by forward slashes';
  if (path.includes('\0')) return 'free of NUL';
  if (path.startsWith('/')) return 'relative';
  if (/^[A-Za-z]:/.test(path)) return 'free of a drive letter';
  const parts = path.split('/');
  if (parts.includes('..')) return 'free of ".."';
  if (parts.includes('.')) return 'free of "."';
  return parts.includes('') ? 'free of empty parts' : undefined;
}

/** The same, and no part of it may be a name of the build's own (`.assetc-cache`, `.assetc-lock`, `.assetc-tmp-…`). */
export function pathProblem(path: string): string | undefined {
  if (PLAIN.test(path)) return undefined;
  const problem = relativePathProblem(path);
  if (problem !== undefined) return problem;
  return RESERVED.test(path.replace(IGNORED, '')) ? 'free of names that begin with ".assetc-"' : undefined;
}
