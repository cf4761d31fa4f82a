// The page over the real server in a real browser: the overview, the Why tab, what a watch changes, exports, and a large pack.

import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportUi, serveUi, type UiServer, watch } from '../../packages/compiler/src/index.js';
import { encodeHpack } from '../../packages/formats/src/index.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { reduceLightSamples } from '../support/browser/reduce-light-samples.js';
import { PATIENCE_MS, until } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { reportShifts } from '../viewer/layout-shifts.js';
import { answerStatic } from './answer-static.js';
import { LAST, LAST_TEXT, writeLargePack } from './large-pack.js';
import { flat, livePageTests, observe, texturedGrid } from './live-page.js';
import { UiProject } from './ui-project.js';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, 'build/pictures/viewer');
const hasPage = existsSync(join(root, 'packages/compiler/dist/viewer/index.html'));
const HTML_NAME = '<img src=x onerror=alert(1)>.txt';

describe.skipIf(browserMissing !== undefined || !hasPage)('the inspector', () => {
  const end = new AbortController();
  const complaints: string[] = [];
  const shifts: string[] = [];
  let ui: UiProject;
  let server: UiServer;
  let watching: Promise<unknown>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    ui = new UiProject({
      'assetc.yml': [
        'embed: ["*.txt"]',
        'budget: { "*.ktx2": 1 MB, "*.hmesh": 1 MB }',
        'default: { texture: { quality: fast }, rules: [{ match: "textures/*", texture: { wrap: clamp } }] }',
        '',
      ].join('\n'),
      'assets/model.gltf': texturedGrid(8),
      'assets/textures/wood.png': makePng(256, 256, (x, y) => [x, y, (x * y) & 255, 255]),
      'assets/textures/big.png': flat(10),
      'assets/note.txt': 'first words',
      [`assets/${HTML_NAME}`]: 'a name to be shown as text',
      'assets/same.txt': 'first words',
    });
    const config = await ui.config();
    const started = await serveUi({ path: config.output, config, live: true });
    if (started === undefined) throw new Error('nothing is served');
    server = started;
    let isBuilt = false;
    watching = watch({
      loadConfig: () => config,
      signal: end.signal,
      onEvent: server.follow,
      onResult: () => {
        isBuilt = true;
      },
    });
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: 'dark' });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(reduceLightSamples);
    await page.addInitScript(observe);
    await reportShifts(page, (shift) => shifts.push(shift));
    page.on('console', (message) => {
      if (/GPU stall due to ReadPixels/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => complaints.push(`a name ran: ${dialog.message()}`));
    mkdirSync(pictures, { recursive: true });
    await until(() => isBuilt);
    await page.goto(server.url);
    await page.waitForSelector('.map-cell');
  });
  afterAll(async () => {
    end.abort();
    await watching;
    await browser?.close();
    await server?.close();
    await ui?.close();
  });

  const keep = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });
  const visit = (hash: string) => page.goto(`${server.url}${hash}`);

  it('opens with where the bytes are', async () => {
    const overview: { assets: { stored: number }[] } = await (await fetch(`${server.url}api/overview.json`)).json();
    const cells = await page.locator('.map-cell').count();
    expect(cells).toBe(overview.assets.filter(({ stored }) => stored > 0).length);
    const boxes = await page
      .locator('.map-cell')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => width * height));
    expect(Math.max(...boxes)).toBeGreaterThan(40_000);
    const fills = await page
      .locator('.map-cell')
      .evaluateAll((all) => [...new Set(all.map((cell) => getComputedStyle(cell).fill))]);
    expect(fills.length).toBeGreaterThan(2);
    expect(await page.locator('.card[aria-label="Budgets"] .is-over').textContent()).toContain('*.ktx2');
    expect(await page.locator('.card[aria-label="Largest files"] a').first().textContent()).toBe('textures/big.ktx2');
    expect(await page.locator('.card[aria-label^="Equal files"]').textContent()).toContain('note.txt× 2');
    expect(await page.locator('.card[aria-label="Unused textures"] a').allTextContents()).toEqual([
      'textures/big.ktx2',
    ]);
    await keep('overview-dark');
    await page.getByText('VRAM', { exact: true }).last().click();
    expect(await page.locator('.map-cell').count()).toBeLessThan(cells);
    await page.emulateMedia({ colorScheme: 'light' });
    await keep('overview-light');
    await page.emulateMedia({ colorScheme: 'dark' });
  });

  it('shows names with HTML in them as text, in the overview too', async () => {
    expect(await page.locator(`a[href*="onerror"]`).count()).toBeGreaterThan(0);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('shows why an asset is as it is', async () => {
    await visit('#/textures/big.ktx2?tab=why');
    await page.waitForSelector('table[aria-label="Settings"]');
    const row = page.locator('table[aria-label="Settings"] tr.is-set', { hasText: 'texture.wrap' });
    expect(await row.textContent()).toBe('texture.wrap"clamp"default.rules[0]');
    expect(await page.locator('.facts').first().textContent()).toContain('textures/big.png');
    expect(await page.locator('table[aria-label="Inputs"]').textContent()).toContain('unchanged');
    await keep('why');
    await visit('#/assets.hman?tab=why');
    await page.waitForSelector('.why .muted');
  });

  it('follows a save where one is looking', async () => {
    await visit('#/note.txt');
    await page.waitForFunction(() => document.querySelector('.asset-view')?.textContent?.includes('first words'));
    ui.project.write('assets/note.txt', 'second words');
    await page.waitForFunction(() => document.querySelector('.asset-view')?.textContent?.includes('second words'));
    expect(page.url()).toContain('#/note.txt');
    await expect.poll(() => page.locator('.live').textContent()).toMatch(/^up to date in \d+ ms$/);
  });

  livePageTests(() => ({ page, ui, visit, keep }));

  it('shows what is wrong, and that it is mended', async () => {
    ui.project.write('assets/textures/wood.png', 'no picture');
    await page.waitForSelector('.live-problems');
    expect(await page.locator('.live-problems').textContent()).toContain('textures/wood.png');
    await page.waitForSelector('.status-line .is-error');
    // It covers nothing: it is inside the bar.
    const [inner, outer] = await Promise.all(
      ['.live-problems', '.bar'].map((name) => page.locator(name).boundingBox()),
    );
    expect((inner?.y ?? 0) + (inner?.height ?? Number.NaN)).toBeLessThanOrEqual(outer?.height ?? 0);
    await keep('live-problems');
    ui.project.write(
      'assets/textures/wood.png',
      makePng(256, 256, (x, y) => [y, x, 9, 255]),
    );
    await page.waitForSelector('.live-problems', { state: 'detached' });
    await page.waitForSelector('.status-line .is-error', { state: 'detached' });
  });

  it('is the same page as static files, below any path', async () => {
    const { output } = await ui.config();
    const site = ui.project.path('site');
    expect((await exportUi({ path: output, to: site }))?.diagnostics).toEqual([]);
    const host: Server = createServer((request, response) => answerStatic(request, response, '/deep/below/', site));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const address = host.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await page.goto(`http://127.0.0.1:${port}/deep/below/index.html`);
      await page.waitForSelector('.map-cell');
      expect(await page.locator('.live').count()).toBe(0);
      await keep('export');
      await page.goto(`http://127.0.0.1:${port}/deep/below/index.html#/note.txt`);
      await page.waitForFunction(() => document.querySelector('.asset-view')?.textContent?.includes('second words'));
      expect(await page.locator('.tabs').textContent()).not.toContain('Why');
      // Opened as a file it is not blank: it shows how to serve it.
      const fromDisk = await page.context().newPage();
      await fromDisk.goto(pathToFileURL(join(site, 'index.html')).href);
      await expect.poll(() => fromDisk.locator('.file-note').textContent()).toContain('python3 -m http.server');
      await fromDisk.close();
    } finally {
      // Its pictures may still be on their way.
      await page.goto('about:blank');
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    }
  });

  it('is one file on request, which opens from the disk and asks for nothing', async () => {
    const { output } = await ui.config();
    const to = ui.project.path('one');
    expect(await exportUi({ path: output, to, single: true })).toMatchObject({ diagnostics: [], files: 1 });
    const asked: string[] = [];
    const fromDisk = await page.context().newPage();
    fromDisk.on('request', (request) => asked.push(request.url()));
    fromDisk.on('console', (message) => complaints.push(`single file: ${message.text()}`));
    const address = pathToFileURL(join(to, 'index.html')).href;
    await fromDisk.goto(address);
    await fromDisk.waitForSelector('.map-cell');
    // Decoded by a worker, which comes out of the same file.
    await fromDisk.waitForSelector('.map-picture');
    await fromDisk.evaluate(() => {
      location.hash = '#/note.txt';
    });
    await fromDisk.waitForFunction(() => document.querySelector('.asset-view')?.textContent?.includes('words'));
    await fromDisk.evaluate(() => {
      location.hash = '#/textures/big.ktx2';
    });
    await fromDisk.locator('.asset-view canvas').waitFor();
    expect(asked.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([address]);
    await fromDisk.close();
  });

  it('opens a pack of 5,000 entries', async () => {
    const files = Array.from({ length: 5000 }, (_, i) => ({
      path: `folder-${String(i % 50).padStart(2, '0')}/file-${String(i).padStart(4, '0')}.txt`,
      bytes: Buffer.from(`entry ${i}`),
    }));
    ui.project.write('many.hpack', encodeHpack(files));
    const packed = await serveUi({ path: ui.project.path('many.hpack') });
    if (packed === undefined) throw new Error('nothing is served');
    try {
      await page.goto(packed.url);
      await page.waitForSelector('.tree-row');
      await page.waitForFunction(() =>
        document.querySelector('.sidebar-foot')?.textContent?.replaceAll(/\D/g, '').includes('5000'),
      );
      await page.goto(`${packed.url}#/folder-49/file-4999.txt`);
      await page.waitForFunction(() => document.querySelector('.asset-view')?.textContent?.includes('entry 4999'));
    } finally {
      await packed.close();
    }
  });

  it('opens a pack of gigabytes, and a file beyond the fourth, at once', async () => {
    const size = writeLargePack(ui.project.path('large.hpack'));
    const packed = await serveUi({ path: ui.project.path('large.hpack') });
    if (packed === undefined) throw new Error('nothing is served');
    let received = 0;
    const count = async (response: { headerValue(name: string): Promise<string | null> }) => {
      received += Number(await response.headerValue('content-length'));
    };
    page.on('response', count);
    try {
      await page.goto(packed.url);
      await page.waitForSelector('.tree-row');
      await page.waitForSelector('.map-cell');
      await page.goto(`${packed.url}#/${LAST}`);
      await page.waitForFunction(
        (text) => document.querySelector('.asset-view')?.textContent?.includes(text),
        LAST_TEXT,
      );
      console.log(
        `a pack of ${(size / 2 ** 30).toFixed(1)} GB: ${(received / 2 ** 20).toFixed(1)} MB, the page included`,
      );
      expect(received).toBeLessThan(4 * 2 ** 20);
      await keep('large-pack');
    } finally {
      page.off('response', count);
      await packed.close();
    }
  });

  it('had nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });

  it('moved nothing by itself, whatever was built meanwhile', () => {
    expect(shifts).toEqual([]);
  });
});
