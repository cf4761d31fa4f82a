// Every page that is rendered from Markdown of the repository, and the index of the guides.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RenderedPage, renderMarkdown, type Section } from '../markdown/render-markdown.js';
import { escapeHtml } from '../shell/html.js';
import { relativeLink } from '../shell/relative-link.js';
import type { Page } from '../shell/shell.js';
import { errorCodePages } from './error-codes.js';
import { blurbOf, shortened } from './sentences.js';
import { guideSide, type SideGroup, sideHtml } from './sides.js';
import { type SourcePage, sourcePages } from './source-pages.js';
import { sourceView } from './source-views.js';
import { Targets } from './targets.js';

/** A page with what search finds of it. */
export interface DocPage {
  readonly page: Page;
  readonly sections: readonly Section[];
}

export interface Docs {
  readonly pages: readonly DocPage[];
  /** Path in the repository → path in the site. */
  readonly copies: ReadonlyMap<string, string>;
}

interface Rendered {
  readonly source: SourcePage;
  readonly content: RenderedPage;
}

/** The headings of a page, for its right side. */
function tocHtml({ headings }: RenderedPage): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  // Pages with dozens of sub-headings are references: their main headings are enough.
  const deep = shown.length <= 24 ? shown : shown.filter(({ level }) => level === 2);
  const links = deep.map(
    ({ level, title, anchor }) =>
      `<li${level === 3 ? ' class="deeper"' : ''}><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  );
  return `<h2>On this page</h2><ul>${links.join('')}</ul>`;
}

/** Links to the pages before and after, in the order of the left side. */
function turnHtml(groups: readonly SideGroup[], path: string): string {
  const all = groups.flatMap(({ entries }) => entries);
  const at = all.findIndex((entry) => entry.path === path);
  if (at < 0) return '';
  const link = (index: number, name: string, label: string): string => {
    const entry = all[index];
    if (entry === undefined) return '';
    return `<a class="${name}" href="${relativeLink(path, entry.path)}"><small>${label}</small>${escapeHtml(entry.title.replaceAll('`', ''))}</a>`;
  };
  return `<nav class="turn" aria-label="Next to this page">${link(at - 1, 'previous', 'Previous')}${link(at + 1, 'next', 'Next')}</nav>`;
}

/** What the pages of each folder have on their left. */
function sidesOf(rendered: readonly Rendered[]): (path: string) => readonly SideGroup[] {
  const titles = new Map(rendered.map(({ source, content }) => [source.path, content.title]));
  const inFolder = (folder: string, title: string): SideGroup => ({
    title,
    entries: [...titles]
      .filter(([path]) => path.startsWith(folder))
      .sort(([a], [b]) => Number(b.endsWith('/index.html')) - Number(a.endsWith('/index.html')))
      .map(([path, name]) => ({
        path,
        title: path.endsWith('/index.html') ? 'Overview' : name.replace('Errors and warnings: ', ''),
      })),
  });
  const guides = guideSide(titles);
  const formats = [inFolder('formats/', 'Formats')];
  const errors = [inFolder('errors/', 'Errors and warnings')];
  const compare = [inFolder('compare/', 'Comparisons')];
  const project = [
    {
      title: 'Project',
      entries: [...titles].filter(([path]) => !path.includes('/')).map(([path, title]) => ({ path, title })),
    },
    inFolder('examples/', 'Examples'),
    inFolder('packages/', 'Packages'),
    inFolder('maintainers/', 'For maintainers'),
  ];
  return (path) => {
    const [folder] = path.split('/');
    if (folder === 'guide') return guides;
    if (folder === 'formats') return formats;
    if (folder === 'errors') return errors;
    return folder === 'compare' ? compare : project;
  };
}

/** The list of all guides, with the sentence that each begins with. */
function guideIndex(rendered: readonly Rendered[], groups: readonly SideGroup[]): DocPage {
  const path = 'guide/index.html';
  const descriptions = new Map(rendered.map(({ source, content }) => [source.path, content.description]));
  const lists = groups.map(({ title, entries }) => {
    const cards = entries.map(
      (entry) =>
        `<li><a class="card" href="${relativeLink(path, entry.path)}"><strong>${escapeHtml(entry.title.replaceAll('`', ''))}</strong><span>${escapeHtml(blurbOf(descriptions.get(entry.path) ?? ''))}</span></a></li>`,
    );
    return `<h2>${escapeHtml(title)}</h2><ul class="cards">${cards.join('')}</ul>`;
  });
  const description = 'Guides by what you want to do: make assets, load them, ship them.';
  const main = `<div class="prose index"><h1>Guides</h1>${lists.join('')}</div>`;
  return {
    page: { path, title: 'Guides', description, area: 'docs', main, side: sideHtml(groups, path), toc: '' },
    sections: [],
  };
}

/** Every code has a page of its own, which its heading leads to. */
const withCodeLinks = (html: string): string =>
  html.replace(/(<h2[^>]*>)([a-z0-9]+\/[a-z0-9-]+)(?= )/g, '$1<a href="$2.html">$2</a>');

function docPage({ source, content }: Rendered, groups: readonly SideGroup[]): DocPage {
  const { path, area } = source;
  const main = `<article class="prose">${source.path.startsWith('errors/') ? withCodeLinks(content.html) : content.html}</article>${turnHtml(groups, path)}`;
  return {
    page: {
      path,
      title: content.title.replaceAll('`', ''),
      description: shortened(content.description || content.title),
      ...(area === undefined ? {} : { area }),
      main,
      side: sideHtml(groups, path),
      toc: tocHtml(content),
    },
    sections: content.sections,
  };
}

function sourcePage(root: string, file: string, path: string): DocPage {
  const main = `<article class="prose source">${sourceView(root, file)}</article>`;
  return { page: { path, title: file, description: `Source: ${file}`, main }, sections: [] };
}

export function docPages(root: string): Docs {
  const sources = sourcePages(root);
  const targets = new Targets(root, sources);
  const rendered = sources.map((source): Rendered => {
    const text = readFileSync(join(root, source.source), 'utf8');
    return { source, content: renderMarkdown(text, targets.of(source)) };
  });
  const sideOf = sidesOf(rendered);
  const pages = [
    guideIndex(rendered, sideOf('guide/index.html')),
    ...rendered.map((one) => docPage(one, sideOf(one.source.path))),
    ...errorCodePages(sideOf('errors/index.html')),
    ...[...targets.shown].map(([file, path]) => sourcePage(root, file, path)),
  ];
  return { pages, copies: targets.copies };
}
