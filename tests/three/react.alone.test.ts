// AssetcModelLoader in React-three-fiber itself, with useLoader, Suspense and a boundary for errors, in Chromium.

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { bundlePage, HOST, type OpenPage, openPage } from './browser-page.js';
import { compileFiles } from './compiled-files.js';
import type * as pageModule from './react-page.js';

declare const assetcPage: typeof pageModule;

const SOURCE = `${HOST}/out`;

describe.skipIf(browserMissing !== undefined)(`React-three-fiber (${browserMissing ?? 'in Chromium'})`, () => {
  let browser: Browser;
  let opened: OpenPage;
  beforeAll(async () => {
    const files = await compileFiles([{ path: 'Fox/Fox.glb', input: join(corpus, 'gltf') }], { quality: 'fast' });
    browser = await launchBrowser();
    opened = await openPage(browser, await bundlePage('react-page.ts', 'three'), {
      get: (path) => files.get(path.replace(/^out\//, '')),
    });
  });
  afterAll(() => browser?.close());

  it('draws with useLoader what AssetcLoader alone draws, shares it, and plays its clips', async () => {
    const { drawn, moved, other, clips, graph, isShared } = await opened.page.evaluate(
      (source) => assetcPage.drawInCanvas(source, 'Fox/Fox'),
      SOURCE,
    );
    expect(drawn).toBeGreaterThan(3000);
    expect(moved).toBeGreaterThan(1000);
    expect(other).toBe(0);
    expect(clips).toEqual(['Survey', 'Walk', 'Run']);
    expect(graph).toContain('b_Root_00');
    expect(isShared).toBe(true);
  });

  it('gives a boundary the error of a model that cannot be loaded', async () => {
    const message = await opened.page.evaluate((source) => assetcPage.failInCanvas(source, 'Wolf/Wolf'), SOURCE);
    expect(message).toContain('Wolf/Wolf');
  });
});
