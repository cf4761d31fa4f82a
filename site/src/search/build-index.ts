// The index that search loads: MiniSearch's own form, made when the site is built.

import MiniSearch from 'minisearch';
import type { DocPage } from '../docs/doc-pages.js';
import { SEARCH_OPTIONS, type SearchEntry } from './search-terms.js';

const KINDS: Readonly<Record<string, string>> = {
  guide: 'Guide',
  formats: 'Format',
  errors: 'Error',
  api: 'API',
  compare: 'Comparison',
  examples: 'Example',
};

/** About the first three sentences. */
const LEAD_LENGTH = 300;

const nameOf = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/\.html$/, '')
    .replaceAll('-', ' ');

/** Pages whose headings have pages of their own: each code would be found twice. */
const LISTS_PAGES = /^errors\/[^/]+\.html$/;

export function searchIndex(pages: readonly DocPage[]): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  let id = 0;
  for (const { page, sections } of pages) {
    const [folder = ''] = page.path.split('/');
    const kind = page.path.includes('/') ? (KINDS[folder] ?? 'Project') : 'Project';
    for (const { title, anchor, level, text } of sections) {
      if (level > 1 && LISTS_PAGES.test(page.path)) continue;
      const path = level === 1 ? page.path : `${page.path}#${anchor}`;
      index.add({
        id: id++,
        path,
        title: title.replaceAll('`', ''),
        page: page.title,
        kind,
        text,
        lead: level === 1 && kind === 'Guide' ? text.slice(0, LEAD_LENGTH) : '',
        name: level === 1 ? nameOf(page.path) : '',
      });
    }
  }
  return JSON.stringify(index);
}
