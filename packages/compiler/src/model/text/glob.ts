// Rule globs: `*` spans everything including `/`, `?` is one character except `/`, nothing else is special, case matters.

/** Linear in both lengths for each `*`: backtracks only to the last star, so no pattern can hang a build. */
export function matchesGlob(pattern: string, path: string): boolean {
  // Fast path: most globs and paths differ in the last character of their extension.
  const last = pattern[pattern.length - 1];
  if (last !== '*' && last !== '?' && last !== path[path.length - 1]) return false;
  let pi = 0;
  let si = 0;
  let star = -1;
  let resume = 0;
  while (si < path.length) {
    const token = pattern[pi];
    if (token === '*') {
      star = pi++;
      resume = si;
    } else if (token === '?' && path[si] !== '/') {
      pi++;
      si += characterLength(path, si);
    } else if (token !== undefined && token !== '?' && token === path[si]) {
      pi++;
      si++;
    } else if (star >= 0) {
      pi = star + 1;
      resume += characterLength(path, resume);
      si = resume;
    } else {
      return false;
    }
  }
  while (pattern[pi] === '*') pi++;
  return pi === pattern.length;
}

/** Whether a glob matches some path inside a folder, whether that exists or not. */
export function mayMatchInside(pattern: string, folder: string): boolean {
  for (let length = 1; length <= pattern.length; length++) {
    const isOpen = length < pattern.length || pattern.endsWith('*');
    if (isOpen && matchesGlob(pattern.slice(0, length), `${folder}/`)) return true;
  }
  return false;
}

export const matchesAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, path));

/** Code units of the character at `at`: a surrogate pair is one character. No arrays: this runs per asset and rule. */
function characterLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
