// The loader in a page whose policy allows no workers of text: its worker is a file that the page serves, or the thread itself works.

import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { rgbaPng } from '../support/compile-texture.js';
import type * as pageModule from './behavior-page.js';
import { bundlePage, HOST, openPage, type ServedFiles } from './browser-page.js';
import { compileFiles } from './compiled-files.js';

declare const assetcPage: typeof pageModule;

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const entry = resolve(import.meta.dirname, '../../packages/three/src/texture/worker/transcode-worker.ts');

/** As the package's build makes it: one file that imports nothing. */
async function workerScript(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['assetc-source'],
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array(0);
}

describe.skipIf(browserMissing !== undefined)(`workers under a policy (${browserMissing ?? 'in Chromium'})`, () => {
  let browser: Browser;
  let files: ServedFiles;
  beforeAll(async () => {
    const picture = rgbaPng(64, 64, (x, y) => [x * 4, y * 4, 128, 255]);
    const compiled = await compileFiles([{ path: 'wall.png', input: { 'wall.png': picture }, settings: {} }]);
    const script = await workerScript();
    files = { get: (path) => (path === 'worker.js' ? script : compiled.get(path.replace(/^out\//, ''))) };
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Loads a texture in a page of its own. */
  async function load(worker: string | undefined) {
    const opened = await openPage(browser, await bundlePage('behavior-page.ts', 'three'), files, POLICY);
    const { page, complaints } = opened;
    const workers: string[] = [];
    page.on('worker', (each) => workers.push(each.url()));
    const [texture] = await page.evaluate(([source, options]) => assetcPage.textures(source, ['wall'], options), [
      `${HOST}/out`,
      worker === undefined ? {} : { worker },
    ] as const);
    await page.close();
    return { complaints, workers, kind: texture?.class, format: texture?.format };
  }

  it('are started from the script that is named', async () => {
    const { complaints, workers, kind } = await load('/worker.js');
    expect(complaints).toEqual([]);
    expect(workers).toEqual([`${HOST}/worker.js`]);
    expect(kind).toBe('CompressedTexture');
  });

  it('are done without where there is no such script, and the console says so', async () => {
    const { complaints, kind } = await load('/nowhere.js');
    expect(complaints.filter((text) => text.startsWith('assetc: textures are transcoded in the page'))).toHaveLength(1);
    expect(kind).toBe('CompressedTexture');
  });

  it('are done without where only text could be one', async () => {
    const { workers, kind, format } = await load(undefined);
    expect(workers.filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect([kind, format]).toEqual(['CompressedTexture', (await load('/worker.js')).format]);
  });
});
