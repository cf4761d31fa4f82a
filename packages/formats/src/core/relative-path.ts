// The rule for paths inside manifests and packs: relative, forward slashes, never out of the folder.
// Paths come from files that anyone may have written, and are joined to a folder by whoever unpacks them.

/** What is wrong with the path, or undefined when it is fine. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'a path that is not empty';
  if (path.includes('\\')) return 'separated by forward slashes';
  if (path.includes('\0')) return 'free of NUL';
  if (path.startsWith('/')) return 'relative';
  if (/^[A-Za-z]:/.test(path)) return 'free of a drive letter';
  const parts = path.split('/');
  if (parts.includes('..')) return 'free of ".."';
  if (parts.includes('.')) return 'free of "."';
  if (parts.includes('')) return 'free of empty parts';
  return undefined;
}
