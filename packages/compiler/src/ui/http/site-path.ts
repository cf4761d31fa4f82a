// Splits the path of a request into names. Invariant: no name leads out of its folder.

/** Undefined if a part is empty, is `..`, is not UTF-8, or contains a path separator of any system. */
export function sitePathOf(url: string): readonly string[] | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  // Not `http://elsewhere/…`, which is a request to a proxy.
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  if (path === '/') return [];
  const parts: string[] = [];
  for (const part of path.slice(1).split('/')) {
    const name = decoded(part);
    if (name === undefined || name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return undefined;
    parts.push(name);
  }
  return parts;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
