// The site, built once for all of its tests, served below a path as static servers do, and a browser.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildSite } from '../../site/src/build-site.js';
import { type ServedSite, serveSite } from '../../site/src/serve-site.js';
import { launchBrowser } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';

/** Not the root, so that a link from the root is a broken one. */
const BASE = '/some/base/';

const root = resolve(import.meta.dirname, '../..');

export interface BuiltSite {
  readonly folder: string;
  remove(): void;
}

/** Without the demo: compiling it takes longer than all the rest. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-site-'));
  await buildSite({ root, out: folder, demo: false });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface SiteStage {
  readonly address: string;
  readonly context: BrowserContext;
  /** Errors and warnings of every page so far, and requests to other servers. */
  readonly complaints: string[];
  open(path: string): Promise<Page>;
  close(): Promise<void>;
}

export async function openSite(folder: string): Promise<SiteStage> {
  const served: ServedSite = await serveSite(folder, { base: BASE });
  const browser: Browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(served.address)) complaints.push(`asked for ${url}`);
  });
  return {
    address: served.address,
    context,
    complaints,
    async open(path) {
      const page = await context.newPage();
      await page.goto(`${served.address}${path}`);
      return page;
    },
    async close() {
      await browser.close();
      served.close();
    },
  };
}
