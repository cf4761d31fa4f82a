// Makes the whole site in a folder: pages from the docs of the repository, the API, the landing page, the demo, search, offline use.

import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiPages } from './api/api-pages.js';
import { bundlePlayground, bundleShell } from './bundle.js';
import { demoPage, exportDemo } from './demo/demo-page.js';
import { docPages } from './docs/doc-pages.js';
import { landingPage } from './landing/landing-page.js';
import { filesBelow } from './offline/file-list.js';
import { writeServiceWorker } from './offline/write-worker.js';
import { playgroundPage } from './playground/playground-page.js';
import { searchIndex } from './search/build-index.js';
import { AREAS, type Area } from './shell/areas.js';
import { notFoundPage } from './shell/not-found.js';
import { type Page, renderPage, type Site } from './shell/shell.js';

interface SiteOptions {
  /** The repository. */
  readonly root: string;
  /** Emptied first. */
  readonly out: string;
  /** False for tests that need no compiled demo: then there is no page of it, and no link to one. */
  readonly demo?: boolean;
  /** Where the site will be. It works without: then links to it have no picture, and there is no page for wrong addresses. */
  readonly address?: string;
}

interface SiteSummary {
  readonly pages: number;
  readonly bytes: number;
}

export async function buildSite({ root, out, demo = true, address }: SiteOptions): Promise<SiteSummary> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  const files = await bundleShell(root, out);
  const docs = docPages(root);
  const texts = [...docs.pages, ...apiPages(root)];
  const playground = await playgroundPage(root, out, await bundlePlayground(root, out));
  const pages: readonly Page[] = [
    landingPage(root, out, files.of('landing.css'), files.of('landing-motion.ts'), demo),
    ...texts.map(({ page }) => page),
    playground,
    ...(demo ? [demoPage(root, out, exportDemo(root, out), files.of('demo.css'), files.of('demo-frame.ts'))] : []),
  ];
  const paths = new Set(pages.map(({ path }) => path));
  const areas = new Set<Area>(AREAS.filter(({ path }) => paths.has(path)).map(({ area }) => area));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  const site: Site = { files, areas, ...(address === undefined ? {} : { address: address.replace(/\/*$/, '/') }) };
  for (const page of pages) write(page.path, renderPage(site, page));
  if (site.address !== undefined) write('404.html', notFoundPage(site, site.address));
  for (const [from, to] of docs.copies) {
    mkdirSync(dirname(join(out, to)), { recursive: true });
    copyFileSync(join(root, from), join(out, to));
  }
  write('search.json', searchIndex(texts));
  await writeServiceWorker(root, out);
  const bytes = filesBelow(out).reduce((sum, path) => sum + statSync(join(out, path)).size, 0);
  return { pages: pages.length, bytes };
}
