// The rule for paths in manifests, packs and records: relative, forward slashes, never outside the folder, and no names reserved for
// builds. Such paths come from untrusted files, and are joined to a folder when files are unpacked, replaced or deleted.

/** With `u` and `i` the long s counts as an s, as it does on disks that fold case by Unicode's rules. */
const RESERVED = /(?:^|\/)\.assetc-/iu;

/** Code points that HFS+ ignores when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * A fast check: a match is valid, anything else needs the full check. Nearly every path is plain, and a record has tens of thousands that
 * are checked once, so cold speed matters: a loop over the characters took three times as long, splitting ten times.
 */
const PLAIN = /^(?!.:)[^\0./\\\x7f-\uffff][^\0/\\\x7f-\uffff]*(?:\/[^\0./\\\x7f-\uffff][^\0/\\\x7f-\uffff]*)*$/s;

/** Why the path is not relative and normalized, or undefined if it is. */
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

/** Like `relativePathProblem`; also rejects names reserved for builds (`.assetc-cache`, `.assetc-lock`, `.assetc-tmp-…`). */
export function pathProblem(path: string): string | undefined {
  if (PLAIN.test(path)) return undefined;
  const problem = relativePathProblem(path);
  if (problem !== undefined) return problem;
  return RESERVED.test(path.replace(IGNORED, '')) ? 'free of names that begin with ".assetc-"' : undefined;
}
