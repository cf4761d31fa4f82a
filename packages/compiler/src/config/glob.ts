// Rule globs: `*` spans everything including `/`, `?` is one character but `/`, nothing else is special, case matters.

/** Linear in both lengths for each `*`: backtracks only to the last star, so no pattern can hang a build. */
export function matchesGlob(pattern: string, path: string): boolean {
  const p = [...pattern];
  const s = [...path];
  let pi = 0;
  let si = 0;
  let star = -1;
  let resume = 0;
  while (si < s.length) {
    const token = p[pi];
    if (token === '*') {
      star = pi++;
      resume = si;
    } else if (token !== undefined && (token === s[si] || (token === '?' && s[si] !== '/'))) {
      pi++;
      si++;
    } else if (star >= 0) {
      pi = star + 1;
      si = ++resume;
    } else {
      return false;
    }
  }
  while (p[pi] === '*') pi++;
  return pi === p.length;
}
