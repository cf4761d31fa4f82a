// The frame of every page: head, bar on top, columns, footer. The playground and the demo use it like the guides.

import { AREAS, type Area } from './areas.js';
import { escapeHtml } from './html.js';
import { CLOSE, MARK, MENU, MOON, SEARCH, SUN } from './icons.js';
import { contentPolicy, type Policy, THEME_SCRIPT } from './policy.js';
import { relativeLink } from './relative-link.js';

export interface Page {
  /** In the site: `guide/textures.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly area?: Area;
  /** What `<main>` contains. */
  readonly main: string;
  /** The list of pages on the left, and of headings on the right. Without them the page has the whole width. */
  readonly side?: string;
  readonly toc?: string;
  /** Paths in the site, apart from those of the shell. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly policy?: Policy;
}

/** Files that every page loads, as paths in the site. */
export interface ShellFiles {
  readonly style: string;
  readonly script: string;
  readonly fonts: readonly string[];
  readonly icon: string;
}

export interface Site {
  readonly files: ShellFiles;
  /** Areas that this build has. */
  readonly areas: ReadonlySet<Area>;
  /** Where the site will be, if that is known: ends with `/`. Previews of links need whole addresses. */
  readonly address?: string;
}

function areaLinks(site: Site, { path, area }: Page): string {
  return AREAS.filter((one) => site.areas.has(one.area))
    .map(
      (one) =>
        `<a href="${relativeLink(path, one.path)}"${one.area === area ? ' aria-current="true"' : ''}>${one.title}</a>`,
    )
    .join('');
}

const PREVIEW = 'pictures/dragon.jpg';

/** What chats and search engines show of a link to the page. */
function previewOf({ address }: Site, { path, title, description }: Page): readonly string[] {
  const meta = (property: string, content: string): string =>
    `<meta property="og:${property}" content="${escapeHtml(content)}">`;
  const lines = [
    meta('type', 'website'),
    meta('site_name', 'assetc'),
    meta('title', title),
    meta('description', description),
  ];
  if (address === undefined) return lines;
  const own = `${address}${path.replace(/(^|\/)index\.html$/, '$1')}`;
  return [
    ...lines,
    meta('url', own),
    meta('image', `${address}${PREVIEW}`),
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="canonical" href="${escapeHtml(own)}">`,
  ];
}

function headOf(site: Site, page: Page): string {
  const { files } = site;
  const { path, title, description, styles = [], scripts = [], policy } = page;
  const link = (to: string): string => relativeLink(path, to);
  const lines = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentPolicy(policy))}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(path === 'index.html' ? title : `${title} · assetc`)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...previewOf(site, page),
    '<meta name="referrer" content="no-referrer">',
    `<script>${THEME_SCRIPT}</script>`,
    ...files.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${link(font)}">`),
    ...[files.style, ...styles].map((style) => `<link rel="stylesheet" href="${link(style)}">`),
    `<link rel="icon" type="image/svg+xml" href="${link(files.icon)}">`,
    ...[files.script, ...scripts].map((script) => `<script type="module" src="${link(script)}"></script>`),
  ];
  return lines.join('\n');
}

function barOf(site: Site, page: Page): string {
  const home = relativeLink(page.path, 'index.html');
  return `<header class="bar"><div class="bar-inner">
<a class="mark" href="${home}">${MARK}assetc</a>
<nav aria-label="Areas">${areaLinks(site, page)}</nav>
<div class="bar-tools">
<button class="tool search-tool" type="button" aria-keyshortcuts="/">${SEARCH}<span>Search</span><kbd>/</kbd></button>
<button class="tool theme-tool" type="button" aria-label="Switch between light and dark">${SUN}${MOON}</button>
<button class="tool menu-tool" type="button" aria-label="Menu" aria-haspopup="dialog">${MENU}</button>
</div></div></header>`;
}

function menuOf(site: Site, page: Page): string {
  return `<dialog class="menu" aria-label="Menu"><div class="menu-head"><button class="tool" type="button" aria-label="Close the menu" data-close>${CLOSE}</button></div>
<nav class="areas" aria-label="Areas">${areaLinks(site, page)}</nav><div class="menu-pages"></div></dialog>`;
}

function bodyOf(page: Page): string {
  const { side, toc = '', main } = page;
  if (side === undefined) return `<main id="content" class="wide" tabindex="-1">${main}</main>`;
  return `<div class="columns"><nav class="side" aria-label="Pages">${side}</nav>
<main id="content" tabindex="-1">${main}</main>
${toc === '' ? '<div></div>' : `<nav class="toc" aria-label="On this page">${toc}</nav>`}</div>`;
}

function footOf({ path }: Page): string {
  const link = (to: string, title: string): string => `<a href="${relativeLink(path, to)}">${title}</a>`;
  return `<footer class="foot"><div class="foot-inner"><p>MIT licensed. This site makes no request to any other server, and counts nobody.</p>
${link('guide/index.html', 'Guides')}${link('errors/index.html', 'Errors')}${link('report.html', 'Benchmarks')}${link('changelog.html', 'Changelog')}${link('contributing.html', 'Contributing')}</div></footer>`;
}

/** The whole document. */
export function renderPage(site: Site, page: Page): string {
  const root = relativeLink(page.path, 'index.html');
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
${headOf(site, page)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${barOf(site, page)}
${bodyOf(page)}
${footOf(page)}
${menuOf(site, page)}
</body>
</html>
`;
}
