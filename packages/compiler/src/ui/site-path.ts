// The path of a request as names of folders and a file. Invariant: none of them can lead anywhere but down.

/** Undefined where a part is empty, a step up, not UTF-8, or has what separates parts on some system. */
export function sitePathOf(url: string): readonly string[] | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  // Not `http://elsewhere/…`, as a proxy is asked.
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
