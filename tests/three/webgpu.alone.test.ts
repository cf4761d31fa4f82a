// What WebGPURenderer draws is what WebGLRenderer draws, in Chromium's WebGPU on SwiftShader. The pictures are in build/pictures/three/webgpu.

import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { browserMissing, launchBrowser, WEBGPU_ARGUMENTS } from '../support/browser/launch.js';
import { bundlePage, HOST, type OpenPage, openPage } from './browser-page.js';
import { compare, keepPictures } from './compare-pictures.js';
import { compileFiles } from './compiled-files.js';
import type * as pageModule from './webgpu-page.js';

declare const assetcPage: typeof pageModule;

/** Of 255: the mean over all pixels, and of any block of 8×8 pixels. */
const MAX = 0.1;
const MAX_STRUCTURE = 4;

const MODELS = [
  { path: 'Fox/Fox.glb', input: join(corpus, 'gltf'), target: 'bc' },
  { path: 'Fox/Fox.glb', input: join(corpus, 'gltf'), target: 'universal' },
  { path: 'VertexColorTest/VertexColorTest.glb', input: join(corpus, 'gltf'), target: 'bc' },
  { path: 'NegativeScaleTest/NegativeScaleTest.glb', input: join(corpus, 'gltf'), target: 'bc' },
  { path: 'models/dragon.glb', input: resolve(import.meta.dirname, '../../examples/demo/assets'), target: 'bc' },
] as const;

describe.skipIf(browserMissing !== undefined)(`three with WebGPU (${browserMissing ?? 'in Chromium'})`, () => {
  let browser: Browser;
  let opened: OpenPage;
  let compiled: ReadonlyMap<string, Uint8Array> = new Map();
  beforeAll(async () => {
    browser = await launchBrowser(WEBGPU_ARGUMENTS, ['--use-gl=angle']);
    const files = { get: (path: string) => compiled.get(path.replace(/^compiled\//, '')) };
    opened = await openPage(browser, await bundlePage('webgpu-page.ts', 'three'), files);
  });
  afterAll(() => browser?.close());

  it.for(MODELS)('draws $path with textures for $target as WebGL does', async ({ path, input, target }, { skip }) => {
    compiled = await compileFiles([{ path, input }], { quality: 'fast', target });
    const both = await opened.page.evaluate(([source, name]) => assetcPage.drawBoth(source, name), [
      `${HOST}/compiled`,
      path.replace(/\.\w+$/, ''),
    ] as const);
    if (both === undefined) return skip('this Chromium has no WebGPU adapter: set ASSETC_CHROMIUM to one that has');
    const { width, height } = both;
    const [webgl, webgpu] = [both.webgl, both.webgpu].map((pixels) => ({
      width,
      height,
      pixels: Uint8Array.from(pixels),
    }));
    if (webgl === undefined || webgpu === undefined) throw new Error('two pictures');
    await keepPictures(`webgpu/${path.replace(/\W/g, '-')}-${target}`, webgl, webgpu);
    const { mean, structure, lit } = compare(webgl, webgpu);
    expect(lit).toBeGreaterThan(0.03);
    expect(mean).toBeLessThan(MAX);
    expect(structure).toBeLessThan(MAX_STRUCTURE);
  });
});
