// The API reference: a page for each entry point of the public packages, from the doc comments of their sources.

import { relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { DocPage } from '../docs/doc-pages.js';
import { blurbOf } from '../docs/sentences.js';
import { type SideGroup, sideHtml } from '../docs/sides.js';
import { highlight } from '../markdown/highlight.js';
import type { Section } from '../markdown/render-markdown.js';
import { slugOf } from '../markdown/slug.js';
import { escapeHtml } from '../shell/html.js';
import { relativeLink } from '../shell/relative-link.js';
import { type ApiEntry, describeExport } from './describe-export.js';
import { type EntryPoint, type PublicPackage, publicPackages } from './entry-points.js';
import { ExportFinder } from './find-exports.js';

const parser = new MarkdownIt({ html: false });
const KINDS: readonly ApiEntry['kind'][] = ['Functions', 'Classes', 'Values', 'Types'];
const INDEX = 'api/index.html';

/** `@assetc/formats/transcode` → `api/formats-transcode.html`. */
const pathOf = (name: string): string => `api/${name.replace('@assetc/', '').replaceAll('/', '-')}.html`;

const codeHtml = (code: string): string =>
  `<div class="code" data-language="ts"><pre tabindex="0"><code>${highlight(code, 'ts')}</code></pre></div>`;

function entryHtml({ name, signature, text, examples }: ApiEntry, anchor: string): string {
  const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(name)}">#</a>`;
  const shown = examples.map((example) => codeHtml(example)).join('');
  const title = `<h3 id="${anchor}"><code>${escapeHtml(name)}</code> ${link}</h3>`;
  return `${title}\n${parser.render(text)}${codeHtml(signature)}${shown === '' ? '' : `<h4>Example</h4>${shown}`}`;
}

/** Names that differ only in case would have equal anchors. */
function anchorsOf(entries: readonly ApiEntry[]): ReadonlyMap<ApiEntry, string> {
  const taken = new Set<string>(KINDS.map((kind) => slugOf(kind)));
  return new Map(
    entries.map((entry) => {
      let anchor = slugOf(entry.name);
      while (taken.has(anchor)) anchor += '-';
      taken.add(anchor);
      return [entry, anchor];
    }),
  );
}

function entryPage({ name, purpose }: EntryPoint, entries: readonly ApiEntry[], side: readonly SideGroup[]): DocPage {
  const about = purpose.replaceAll('`', '');
  const path = pathOf(name);
  const anchors = anchorsOf(entries);
  const anchorOf = (entry: ApiEntry): string => anchors.get(entry) ?? '';
  const groups = KINDS.map((kind) => [kind, entries.filter((entry) => entry.kind === kind)] as const).filter(
    ([, own]) => own.length > 0,
  );
  const html = groups.map(
    ([kind, own]) =>
      `<h2 id="${slugOf(kind)}">${kind}</h2>\n${own.map((entry) => entryHtml(entry, anchorOf(entry))).join('\n')}`,
  );
  const toc = groups.map(
    ([kind, own]) =>
      `<li><a href="#${slugOf(kind)}">${kind}</a></li>${own.map((entry) => `<li class="deeper"><a href="#${anchorOf(entry)}">${escapeHtml(entry.name)}</a></li>`).join('')}`,
  );
  const sections = entries.map(
    (entry): Section => ({ level: 2, title: entry.name, anchor: anchorOf(entry), text: entry.text }),
  );
  const main = `<article class="prose api"><h1><code>${escapeHtml(name)}</code></h1>${parser.render(purpose)}${html.join('\n')}</article>`;
  return {
    page: {
      path,
      title: name,
      description: `API reference of ${name}: ${about}`,
      area: 'api',
      main,
      side: sideHtml(side, path),
      toc: `<h2>On this page</h2><ul>${toc.join('')}</ul>`,
    },
    sections: [{ level: 1, title: name, anchor: '', text: about }, ...sections],
  };
}

function indexPage(packages: readonly PublicPackage[], side: readonly SideGroup[]): DocPage {
  const lists = packages.map(({ description, entries }) => {
    const cards = entries.map(
      ({ name, purpose }) =>
        `<li><a class="card" href="${relativeLink(INDEX, pathOf(name))}"><strong>${escapeHtml(name)}</strong><span>${parser.renderInline(blurbOf(purpose))}</span></a></li>`,
    );
    return `<h2 id="${slugOf(entries[0]?.name ?? '')}">${escapeHtml(entries[0]?.name ?? '')}</h2><p>${escapeHtml(description)}</p><ul class="cards">${cards.join('')}</ul>`;
  });
  const description = 'Every function, class and type of the public packages, from their doc comments.';
  const c = relativeLink(INDEX, 'guide/runtime.html');
  const main = `<div class="prose index"><h1>API</h1><p>${description} The API in C is described in <code>assetc.h</code> itself: see <a href="${c}">the runtime guide</a>.</p>${lists.join('')}</div>`;
  const page = {
    path: INDEX,
    title: 'API',
    description,
    area: 'api',
    main,
    side: sideHtml(side, INDEX),
    toc: '',
  } as const;
  return { page, sections: [{ level: 1, title: 'API', anchor: '', text: description }] };
}

export function apiPages(root: string): readonly DocPage[] {
  const packages = publicPackages(root);
  const finder = new ExportFinder(packages.flatMap(({ entries }) => entries));
  const side = packages.map(
    ({ name, entries }): SideGroup => ({
      title: name,
      entries: entries.map((entry) => ({ path: pathOf(entry.name), title: entry.name })),
    }),
  );
  const pages = packages.flatMap(({ entries }) =>
    entries.map((entry) => {
      const found = [...finder.exportsOf(entry.source).values()].map(describeExport);
      if (found.length === 0) throw new Error(`${relative(root, entry.source)} exports nothing that was found`);
      return entryPage(entry, found, side);
    }),
  );
  return [indexPage(packages, side), ...pages];
}
