// Links between pages of the site. They are relative, so that the site works below any path of any server.

import { posix } from 'node:path';

/** From one page to a page or file, both as paths in the site. A page `a/index.html` is linked as its folder. */
export function relativeLink(from: string, to: string): string {
  const [path = '', anchor] = to.split('#');
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (path === from && anchor !== undefined) return suffix;
  const isFolder = posix.basename(path) === 'index.html';
  const link = posix.relative(posix.dirname(from), isFolder ? posix.dirname(path) : path);
  if (!isFolder) return `${link}${suffix}`;
  return `${link === '' ? './' : `${link}/`}${suffix}`;
}
