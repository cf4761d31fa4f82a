// The list of pages on the left of a page.

import { escapeHtml } from '../shell/html.js';
import { relativeLink } from '../shell/relative-link.js';
import { GUIDE_GROUPS } from './guide-groups.js';

export interface SideEntry {
  readonly path: string;
  readonly title: string;
}

export interface SideGroup {
  readonly title: string;
  readonly entries: readonly SideEntry[];
}

/** Titles may contain code in backticks. */
const titleHtml = (title: string): string => escapeHtml(title).replace(/`([^`]+)`/g, '<code>$1</code>');

/** `marked`: the entry that stands for the page, if it is none of them itself. */
export function sideHtml(groups: readonly SideGroup[], current: string, marked = current): string {
  return groups
    .map(({ title, entries }) => {
      const links = entries.map(
        ({ path, title: name }) =>
          `<li><a href="${relativeLink(current, path)}"${path === marked ? ' aria-current="page"' : ''}>${titleHtml(name)}</a></li>`,
      );
      return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`;
    })
    .join('');
}

/** The guides in their groups. `titles`: of every page of docs/guide by path. */
export function guideSide(titles: ReadonlyMap<string, string>): readonly SideGroup[] {
  const grouped = new Set(GUIDE_GROUPS.flatMap(({ guides }) => guides.map((name) => `guide/${name}.html`)));
  const lost = [...titles.keys()].filter(
    (path) => path.startsWith('guide/') && !grouped.has(path) && path !== 'guide/index.html',
  );
  if (lost.length > 0) throw new Error(`add ${lost.join(', ')} to a group in site/src/docs/guide-groups.ts`);
  return GUIDE_GROUPS.map(({ title, guides }) => ({
    title,
    entries: guides.map((name): SideEntry => {
      const path = `guide/${name}.html`;
      const page = titles.get(path);
      if (page === undefined) throw new Error(`there is no docs/guide/${name}.md`);
      return { path, title: page };
    }),
  }));
}
