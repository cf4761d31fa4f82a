// The plug-in in Vite's dev server, with a real page: saves appear, errors are shown, and nothing else is served.

import { readFileSync, rmSync } from 'node:fs';
import { remedyOf } from 'assetc';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { SHOW_TEXTURE } from './show-texture.js';
import { type Running, ViteProject, viteConfig } from './vite-project.js';

const SIZE = 1024;
const COLORS = [
  [20, 200, 40],
  [30, 40, 210],
  [220, 210, 20],
] as const;
/** One color with a little grain: like a picture, not like a single block. */
const picture = (red: number, green: number, blue: number, size = SIZE): Uint8Array =>
  makePng(size, size, (x, y) => {
    const grain = (x * 7 + y * 13) % 5;
    return [Math.max(0, red - grain), Math.max(0, green - grain), Math.max(0, blue - grain), 255];
  });

describe.skipIf(browserMissing !== undefined)('the dev server', () => {
  let browser: Browser;
  let project: ViteProject;
  let server: Running;
  let page: Page;
  const shown = (condition: string) => page.waitForFunction(`window.shown !== undefined && (${condition})`);
  const overlay = () =>
    page.evaluate(
      () => document.querySelector('vite-error-overlay')?.shadowRoot?.querySelector('.window')?.textContent ?? '',
    );

  beforeAll(async () => {
    browser = await launchBrowser();
    project = new ViteProject({
      'assets/textures/floor.png': picture(200, 30, 40),
      'src/main.ts': SHOW_TEXTURE,
      'vite.config.js': viteConfig('', "base: '/a game/'"),
    });
    server = await project.dev();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    project?.remove();
  });

  it('shows what is in the folder when it starts', async () => {
    await shown('shown.pixel[0] > 180 && shown.pixel[1] < 60');
  });

  it('shows the pixel of a picture that was saved, without loading the page again', async () => {
    for (const [i, [red, green, blue]] of COLORS.entries()) {
      const png = picture(red, green, blue);
      project.write('assets/textures/floor.png', png);
      await shown(`Math.hypot(shown.pixel[0] - ${red}, shown.pixel[1] - ${green}, shown.pixel[2] - ${blue}) < 16`);
      const drawn = await page.evaluate(() => window.shown?.times);
      // Counted in the page: it has not been loaded again.
      expect(drawn).toBe(2 + i);
    }
  });

  it('says over the page what is wrong with a file, and takes that away when it is mended', async () => {
    await page.evaluate(() => {
      document.title = 'the same page';
    });
    project.write('assets/models/table.gltf', '{\n  "asset": { "version": "2.0" },\n  "meshes": [,]\n}\n');
    await page.waitForSelector('vite-error-overlay', { state: 'attached' });
    const text = await overlay();
    expect(text).toContain('models/table.gltf:3:14: error gltf/bad-json');
    expect(text).toContain('3 |   "meshes": [,]');
    expect(text).toContain(remedyOf('gltf/bad-json'));
    // A page that is opened later gets the error, too.
    const late = await browser.newPage();
    late.setDefaultTimeout(PATIENCE_MS);
    await late.goto(server.url);
    await late.waitForSelector('vite-error-overlay', { state: 'attached' });
    await late.close();

    rmSync(project.path('assets/models/table.gltf'));
    await page.waitForSelector('vite-error-overlay', { state: 'detached' });
    expect(await page.title()).toBe('the same page');
  });

  it('says what is wrong with the configuration, and goes on when it is mended', async () => {
    project.write('assetc.yml', 'default:\n  texture: { quality: hgih }\n');
    await page.waitForSelector('vite-error-overlay', { state: 'attached' });
    expect(await overlay()).toContain('assetc.yml:2:23: error config/wrong-type');
    expect(await overlay()).toContain('2 |   texture: { quality: hgih }');
    project.write('assetc.yml', 'manifest: all\n');
    await page.waitForSelector('vite-error-overlay', { state: 'detached' });
  });

  it('names the nearest asset where an import finds none, and loads the page when it is there', async () => {
    project.write('src/main.ts', `import url from 'assetc:textures/flor';\ndocument.title = url;\n`);
    await page.waitForSelector('vite-error-overlay', { state: 'attached' });
    await expect.poll(overlay).toContain('there is no asset assetc:textures/flor. Did you mean assetc:textures/floor?');
    project.write('assets/textures/flor.png', picture(1, 2, 3, 8));
    await page.waitForFunction(() => document.title.endsWith('/a%20game/@assetc/textures/flor.ktx2'));
    expect(await overlay()).toBe('');
    project.write('src/main.ts', SHOW_TEXTURE);
    await shown('shown.times === 1');
  });

  it('serves parts of files, tells whether one is new, and serves nothing else', async () => {
    const url = `${server.url}@assetc/textures/floor.ktx2`;
    const file = readFileSync(project.path('runtime/textures/floor.ktx2'));
    const whole = await fetch(url);
    expect(whole.headers.get('content-type')).toBe('image/ktx2');
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=12-51' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 12-51/${file.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(12, 52))).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (const path of [
      '.assetc-cache',
      '%2e%2e%2fpackage.json',
      '..%5cpackage.json',
      '%2fetc%2fpasswd',
      'textures',
      '',
    ])
      expect((await fetch(`${server.url}@assetc/${path}`)).status, path).toBe(404);
    expect((await fetch(`${server.url}@assetc/%ff`)).status).toBe(400);
  });

  it('goes on after a restart, with the settings that made it', async () => {
    const from = server.log().length;
    project.write('vite.config.js', viteConfig('{ types: false }', "base: '/a game/'"));
    await server.waitFor('server restarted', from);
    await server.waitFor('compiled', from);
    await page.goto(server.url);
    await shown('shown.times === 1');
    project.write('assets/textures/floor.png', picture(90, 10, 200, 64));
    await shown('shown.times === 2 && shown.pixel[2] > 180 && shown.pixel[0] < 110');
    // The watch of the closed server has ended: one build per save.
    expect(
      server
        .log()
        .slice(from)
        .match(/1 compiled/g),
    ).toHaveLength(1);
  });
});

declare global {
  interface Window {
    shown: { pixel: number[]; times: number } | undefined;
  }
}
