// `vite build` with the plug-in: the contents of `dist`, served by a plain static server below a path, and what fails a build.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';
import { makePng } from '../support/png.js';
import { serveFolder } from './serve-folder.js';
import { SHOW_TEXTURE } from './show-texture.js';
import { ViteProject, viteConfig } from './vite-project.js';

const plain = (red: number, green: number, blue: number): Uint8Array => makePng(32, 32, () => [red, green, blue, 255]);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

describe.skipIf(browserMissing !== undefined)('a production build', () => {
  let browser: Browser;
  const projects: ViteProject[] = [];
  const made = (files: Readonly<Record<string, string | Uint8Array>>): ViteProject => {
    const project = new ViteProject({
      'assets/textures/floor.png': plain(10, 220, 30),
      'src/main.ts': SHOW_TEXTURE,
      ...files,
    });
    projects.push(project);
    return project;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const project of projects) project.remove();
  });

  /** The pixel that the page of a built project shows, and what it fetched. */
  async function pixelOf(project: ViteProject, at: string, withRanges = true) {
    const server = await serveFolder(project.path('dist'), at, withRanges);
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(`${basename(request.url())} ${request.headers().range ?? ''}`.trim()));
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}${at}`);
      await page.waitForFunction('window.shown !== undefined');
      return { pixel: await page.evaluate(() => window.shown?.pixel ?? []), fetched };
    } finally {
      await page.close();
      server.close();
    }
  }
  const isGreen = (pixel: readonly number[]): boolean =>
    Math.hypot((pixel[0] ?? 0) - 10, (pixel[1] ?? 0) - 220, (pixel[2] ?? 0) - 30) < 12;

  it('ships files under hashed names, and loads from a static server at its base', async () => {
    const project = made({ 'vite.config.js': viteConfig('', "base: '/games/mine/'") });
    expect(project.vite('build')).toMatchObject({ status: 0 });
    const hash = (path: string) =>
      createHash('sha256')
        .update(readFileSync(project.path(`runtime/${path}`)))
        .digest('hex')
        .slice(0, 10);
    expect(filesBelow(project.path('dist'))).toEqual(
      expect.arrayContaining([
        `assets/assets-${hash('assets.hman')}.hman`,
        `assets/textures/floor-${hash('textures/floor.ktx2')}.ktx2`,
        'index.html',
      ]),
    );
    const { pixel } = await pixelOf(project, '/games/mine/');
    expect(isGreen(pixel), String(pixel)).toBe(true);
  });

  it.each([
    ['with ranges', true],
    ['without', false],
  ])('ships one pack, on a server %s, at a base that is not known', async (_, withRanges) => {
    const project = made({ 'vite.config.js': viteConfig("{ emit: 'pack' }", "base: './'") });
    expect(project.vite('build')).toMatchObject({ status: 0 });
    expect(filesBelow(project.path('dist')).map((path) => path.replace(/-[\w-]+(?=\.\w+$)/, ''))).toEqual([
      'assets/index.js',
      'assets/runtime.hpack',
      'index.html',
    ]);
    const { pixel, fetched } = await pixelOf(project, '/anywhere/', withRanges);
    expect(isGreen(pixel), String(pixel)).toBe(true);
    const packs = fetched.filter((request) => request.includes('.hpack'));
    expect(packs).toHaveLength(withRanges ? 2 : 1);
    expect(packs.every((request) => request.includes('bytes='))).toBe(true);
  });

  it('ships only what is imported, once, whatever it is called', () => {
    const main = `import one from 'assetc:textures/floor';
import two from 'assetc:textures/floor.ktx2';
import level from 'assetc:level one.json';
document.title = [one, two, level].join(' ');\n`;
    const project = made({
      'src/main.ts': main,
      'assetc.yml': 'embed: ["*.json"]\n',
      'assets/level one.json': '{}',
      'assets/textures/unused.png': plain(1, 2, 3),
    });
    expect(project.vite('build')).toMatchObject({ status: 0 });
    expect(filesBelow(project.path('dist')).map((path) => path.replace(/-[\w-]+(?=\.\w+$)/, ''))).toEqual([
      'assets/index.js',
      'assets/level one.json',
      'assets/textures/floor.ktx2',
      'index.html',
    ]);
    const script = filesBelow(project.path('dist')).find((path) => path.endsWith('.js')) ?? '';
    expect(readFileSync(project.path(`dist/${script}`), 'utf8')).toMatch(/\/assets\/level%20one-[0-9a-f]{10}\.json/);
  });

  it('has the URLs of the client in a bundle for servers, and emits nothing there', () => {
    const main = `import files from 'assetc:';
import floor from 'assetc:textures/floor';
console.log(floor === files.url('textures/floor.ktx2') ? floor : 'not the same');
files.read('assets.hman').catch((error) => console.log(error.message));\n`;
    const project = made({ 'src/server.ts': main });
    expect(project.vite('build', '--ssr', 'src/server.ts')).toMatchObject({ status: 0 });
    expect(filesBelow(project.path('dist'))).toEqual(['server.js']);
    const { status, output } = project.node(project.path('dist/server.js'));
    expect(status).toBe(0);
    expect(output).toMatch(/^\/assets\/textures\/floor-[0-9a-f]{10}\.ktx2\n\S+ is fetched in the browser/);
  });

  it('fails with the diagnostics where assets cannot be compiled', () => {
    const project = made({ 'assets/models/table.gltf': '{ "asset": }' });
    const { status, output } = project.vite('build');
    expect(status).toBe(1);
    expect(output).toContain('models/table.gltf:1:12: error gltf/bad-json');
    expect(output).toContain('Export the file again');
    expect(existsSync(project.path('dist'))).toBe(false);
  });

  it('fails where an import finds nothing, and names the nearest', () => {
    const project = made({ 'src/main.ts': "import url from 'assetc:texture/floor';\ndocument.title = url;\n" });
    const { status, output } = project.vite('build');
    expect(status).toBe(1);
    expect(output).toContain('there is no asset assetc:texture/floor. Did you mean assetc:textures/floor?');
  });

  it('writes types that tsc checks imports by, and writes them only when they change', () => {
    const project = made({});
    expect(project.vite('build')).toMatchObject({ status: 0 });
    expect(project.typecheck()).toEqual({ status: 0, output: '' });
    const types = project.path('src/assetc.d.ts');
    const { mtimeMs } = statSync(types);
    expect(project.vite('build')).toMatchObject({ status: 0 });
    expect(statSync(types).mtimeMs).toBe(mtimeMs);

    project.write(
      'src/wrong.ts',
      `import nothing from 'assetc:textures/flor';
import files from 'assetc:';
import url from 'assetc:textures/floor';
files.url('textures/flor.ktx2');
export const number: number = url;
export const listener = import.meta.hot?.on('assetc:changed', ({ changed }) => changed.join());
export default nothing;\n`,
    );
    const { status, output } = project.typecheck();
    expect(status).toBe(2);
    expect(output.match(/^src\/.*$/gm)?.map((line) => line.replace(/: error (TS\d+).*/, ' $1'))).toEqual([
      'src/wrong.ts(1,21) TS2307',
      'src/wrong.ts(4,11) TS2345',
      'src/wrong.ts(5,14) TS2322',
    ]);
  });
});

declare global {
  interface Window {
    shown: { pixel: number[]; times: number } | undefined;
  }
}
