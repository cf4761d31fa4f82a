// Every link of every page leads to a file of the site, and to an element if it names one.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../../site/src/offline/file-list.js';

/** The tools that fill it are not run for tests. */
const LATER = /^demo\/inspector\//;

interface PageFacts {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');

function factsOf(html: string): PageFacts {
  const tags = html.replace(/<script[\s\S]*?<\/script>/g, '').match(/<[a-z][^>]*>/gi) ?? [];
  const valuesOf = (names: RegExp): readonly string[] =>
    tags.flatMap((tag) => [...tag.matchAll(names)].map(([, value = '']) => unescaped(value)));
  return { ids: new Set(valuesOf(/\sid="([^"]*)"/g)), links: valuesOf(/\s(?:href|src|poster|data-src)="([^"]*)"/g) };
}

/** `page → link` for each that leads nowhere. */
export function brokenLinks(folder: string): readonly string[] {
  const pages = new Map<string, PageFacts>();
  for (const path of filesBelow(folder))
    if (path.endsWith('.html')) pages.set(path, factsOf(readFileSync(join(folder, path), 'utf8')));
  const broken: string[] = [];
  for (const [page, { links }] of pages)
    for (const link of links) if (!leadsSomewhere(folder, pages, page, link)) broken.push(`${page} → ${link}`);
  return broken;
}

function leadsSomewhere(folder: string, pages: ReadonlyMap<string, PageFacts>, page: string, link: string): boolean {
  if (/^(?:https?|mailto|data):/.test(link)) return true;
  if (link.startsWith('/')) return false;
  const [address = '', anchor] = link.split('#');
  const joined = address === '' ? page : join(dirname(page), decodeURIComponent(address)).replaceAll('\\', '/');
  if (joined.startsWith('..')) return false;
  if (LATER.test(joined)) return true;
  const isFolder = existsSync(join(folder, joined)) && statSync(join(folder, joined)).isDirectory();
  const target = isFolder ? join(joined, 'index.html').replaceAll('\\', '/').replace(/^\.\//, '') : joined;
  if (!existsSync(join(folder, target))) return false;
  return anchor === undefined || anchor === '' || pages.get(target)?.ids.has(decodeURIComponent(anchor)) === true;
}

/** Pages that no other page leads to. */
export function unreachablePages(folder: string): readonly string[] {
  const known = new Set<string>();
  const queue = ['index.html'];
  for (let page = queue.pop(); page !== undefined; page = queue.pop()) {
    if (known.has(page) || !existsSync(join(folder, page))) continue;
    known.add(page);
    if (!page.endsWith('.html')) continue;
    for (const link of factsOf(readFileSync(join(folder, page), 'utf8')).links) {
      const [address = ''] = link.split('#');
      if (address === '' || /^\w+:/.test(address)) continue;
      const joined = join(dirname(page), decodeURIComponent(address)).replaceAll('\\', '/');
      queue.push(/\/$|^\.$/.test(joined) ? join(joined, 'index.html').replace(/^\.\//, '') : joined);
    }
  }
  return filesBelow(folder).filter((path) => path.endsWith('.html') && !known.has(path));
}
