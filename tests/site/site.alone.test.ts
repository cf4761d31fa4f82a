// The web site in a real browser: pages without errors, links, search, the playground with the bytes of the command line, a second visit
// without a network.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TransferFunction } from '@assetc/formats';
import { validateBytes } from 'gltf-validator';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeTexels } from '../../packages/compiler/src/encoding/texture/decode-texels.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { filesBelow } from '../../site/src/offline/file-list.js';
import { browserMissing } from '../support/browser/launch.js';
import { compiledBy } from './command-line.js';
import { dracoModel, texturesOf } from './draco-model.js';
import { model, normals, photo, sky } from './files.js';
import { brokenLinks, unreachablePages } from './links.js';
import { bytesOfVisit } from './page-bytes.js';
import { type DroppedFile, downloaded, dropFile, figuresOf, settled } from './playground.js';
import { QUERIES } from './queries.js';
import { type BuiltSite, builtSite, openSite, type SiteStage } from './stage.js';

if (browserMissing !== undefined) console.warn(`the site is not tried in a browser: ${browserMissing}`);

let site: BuiltSite;
let stage: SiteStage;

beforeAll(async () => {
  site = await builtSite();
  if (browserMissing === undefined) stage = await openSite(site.folder);
});
afterAll(async () => {
  await stage?.close();
  site?.remove();
});

describe('the pages', () => {
  it('have no link that leads nowhere, and are all reachable from the first', () => {
    expect(brokenLinks(site.folder)).toEqual([]);
    expect(unreachablePages(site.folder)).toEqual([]);
  });

  it('of the API show what is public', () => {
    const api = filesBelow(site.folder).filter((path) => /^api\/.*\.html$/.test(path));
    expect(api.length).toBeGreaterThan(10);
    expect(api.filter((path) => readFileSync(join(site.folder, path), 'utf8').includes('@internal'))).toEqual([]);
  });

  it('load nothing from other servers', () => {
    const asking = filesBelow(site.folder).filter((path) => {
      if (!path.endsWith('.html')) return false;
      const html = readFileSync(join(site.folder, path), 'utf8');
      return /<(?:script|link|img|video|source|iframe)[^>]*\s(?:src|href)="(?:https?:)?\/\//.test(html);
    });
    expect(asking).toEqual([]);
  });
});

describe.skipIf(browserMissing !== undefined)('in a browser, the pages', () => {
  it('render without errors', async () => {
    // Generated pages have one form each: every twelfth of them, unless there is time for all.
    const all = filesBelow(site.folder).filter((path) => path.endsWith('.html'));
    const some = all.filter((path, at) => !/^(?:api|errors|maintainers|packages|source)\//.test(path) || at % 12 === 0);
    const page = await stage.context.newPage();
    for (const path of process.env.ASSETC_LONG === undefined ? some : all) {
      await page.goto(`${stage.address}${path}`, { waitUntil: 'load' });
      expect(await page.locator('main h1').count(), path).toBeGreaterThan(0);
    }
    await page.close();
    expect(stage.complaints).toEqual([]);
  });

  it('begin with one that is small: 300 kB before its video, which has 1.5 MB', async () => {
    const { page, video } = await bytesOfVisit(stage.context, stage.address);
    expect(page).toBeGreaterThan(50_000);
    expect(page).toBeLessThan(300_000);
    expect(video).toBeGreaterThan(100_000);
    expect(video).toBeLessThan(1_500_000);
  });

  it('are found by what people type', async () => {
    const page = await stage.open('guide/');
    await page.keyboard.press('/');
    const missed: string[] = [];
    for (const [typed, wanted] of QUERIES) {
      await page.fill('.search-input', typed);
      const links = page.locator('.matches a');
      await links.first().waitFor();
      const found = await links.evaluateAll((all) => all.slice(0, 3).map((link) => (link as HTMLAnchorElement).href));
      if (!found.some((href) => href.startsWith(`${stage.address}${wanted}`)))
        missed.push(`${typed}: ${found.map((href) => href.slice(stage.address.length)).join(', ')}`);
    }
    await page.close();
    expect(missed).toEqual([]);
  });
});

describe.skipIf(browserMissing !== undefined)('the playground', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.open('playground/');
  });

  /** Encodes with an address's settings, and compares with the command line by the configuration that the page shows. */
  async function expectEqualBytes(file: DroppedFile, settings: string): Promise<void> {
    await page.goto(`${stage.address}playground/${settings}`);
    await dropFile(page, file);
    await settled(page);
    await page.locator('#figures dt').first().waitFor();
    const config = await page.locator('#yaml').textContent();
    const { name, bytes } = await downloaded(page, '#download');
    const [expected] = compiledBy(config ?? '', file, [name]);
    expect(bytes.length, settings).toBe(expected?.length);
    expect(Buffer.compare(bytes, expected ?? new Uint8Array()), settings).toBe(0);
  }

  it('gives the bytes of the command line for a photo', async () => {
    await expectEqualBytes(photo(), '');
    await expectEqualBytes(photo(), '#target=astc&astc=6x6&quality=fast');
    expect((await figuresOf(page)).Format).toBe('ASTC 6×6');
  });

  it('gives them for a normal map, and shows what the GPU makes of it', async () => {
    await expectEqualBytes(normals(), '#target=bc&quality=high&mips=false');
    expect(await figuresOf(page)).toMatchObject({
      Format: 'BC5',
      Levels: '1',
      'On the GPU': '65.5 kB',
      'As RGBA8': '262 kB',
    });
    expect(await page.locator('#native').textContent()).toMatch(
      /^This GPU samples BC5 itself.*(?:This browser has no WebGPU here|WebGPU samples .+ here)\.$/,
    );
    await expectEqualBytes(normals(), '#rdo=1.5&zstd=true');
  });

  it('gives them for a picture with high dynamic range', async () => {
    await expectEqualBytes(sky(), '#target=bc');
    expect((await figuresOf(page)).Format).toBe('BC6H');
  });

  it.skipIf(!existsSync(join(corpusFolder, 'hdr')))('gives them for OpenEXR', async () => {
    const bytes = readFileSync(join(corpusFolder, 'hdr/cropped-data-window.exr'));
    await expectEqualBytes({ name: 'cropped.exr', bytes }, '');
  });

  it('gives them for the textures of a model', async () => {
    await page.goto(`${stage.address}playground/#target=bc`);
    await dropFile(page, model());
    await page.locator('#model tbody tr').nth(1).waitFor();
    await settled(page);
    const config = (await page.locator('#yaml').textContent()) ?? '';
    const expected = compiledBy(config, model(), ['dragon/tex_0.ktx2', 'dragon/tex_1.ktx2']);
    for (const [at, wanted] of expected.entries()) {
      const { bytes } = await downloaded(page, `#model tbody tr:nth-child(${at + 1}) a`);
      expect(Buffer.compare(bytes, wanted)).toBe(0);
    }
  });

  it('gives the model itself with its textures, whose geometry may be compressed by Draco', async () => {
    expect(await page.locator('#model-whole').textContent()).toMatch(/^A GLB can only carry textures for any GPU/);
    const { bytes: compressed, geometry } = await dracoModel(model().bytes);
    await page.goto(`${stage.address}playground/#quality=draft`);
    await dropFile(page, { name: 'small.glb', bytes: compressed });
    await page.locator('#download-model').waitFor();
    const { name, bytes } = await downloaded(page, '#download-model');
    expect(name).toBe('small-ktx2.glb');
    expect(await page.locator('#model-whole').textContent()).toMatch(
      /^The whole model: [\d.]+ .B before, [\d.]+ .B after\.$/,
    );
    const { issues } = await validateBytes(bytes, { format: 'glb' });
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(Buffer.from(bytes).includes(Buffer.from(geometry))).toBe(true);
    const textures = await texturesOf(bytes);
    expect(textures.map(({ mimeType }) => mimeType)).toEqual(textures.map(() => 'image/ktx2'));
    expect(textures.map(({ slots, ktx }) => [slots[0], ktx.dataFormat.basic?.transferFunction])).toEqual([
      ['baseColorTexture', TransferFunction.srgb],
      ['normalTexture', TransferFunction.linear],
    ]);
    // Viewers read Z of normals from blue.
    const [level] = await decodeTexels(textures[1]?.ktx ?? expect.fail('no normal map'), 1);
    expect(level?.pixels[2]).toBeGreaterThan(120);
  });

  it('compares all formats in a table', async () => {
    await page.goto(`${stage.address}playground/#quality=draft`);
    await dropFile(page, normals());
    await settled(page);
    await page.locator('#compare-all').click();
    await expect.poll(() => page.locator('#verdict').textContent()).toMatch(/BC5 on desktops/);
    const formats = await page.locator('#all-table tbody tr td:first-child').allTextContents();
    expect(formats).toContain('BC5desktops');
    expect(formats).toHaveLength(7);
  });

  it('says what is wrong with a broken file', async () => {
    const { bytes } = photo();
    await dropFile(page, { name: 'cut.jpg', bytes: bytes.subarray(0, bytes.length / 2) });
    await page.locator('#refused').waitFor();
    expect(await page.locator('#refused').textContent()).toMatch(
      /cut\.jpg cannot be used.*the JPEG ends inside its image data/,
    );
    expect(await page.locator('#refused a').getAttribute('href')).toBe('../errors/image/truncated.html');
    await dropFile(page, { name: 'empty.glb', bytes: new Uint8Array(0) });
    await expect.poll(() => page.locator('#refused').textContent()).toMatch(/empty\.glb/);
  });

  it('cancels, and works again', async () => {
    await page.goto(`${stage.address}playground/#quality=max`);
    await dropFile(page, photo());
    await page.locator('#cancel').click();
    expect(await page.locator('#work').isHidden()).toBe(true);
    await page.goto(`${stage.address}playground/#quality=draft`);
    await dropFile(page, normals());
    await page.locator('#figures dt').first().waitFor();
  });

  it('cannot reach another server, not even from its workers', async () => {
    const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
    expect(policy).toContain("connect-src 'self';");
    const other = stage.address.replace('127.0.0.1', 'localhost');
    const [worker] = page.workers();
    expect(worker).toBeDefined();
    const attempt = (address: string): Promise<string> =>
      fetch(address).then(
        () => 'reached',
        () => 'refused',
      );
    expect(await worker?.evaluate(attempt, other)).toBe('refused');
    expect(await page.evaluate(attempt, other)).toBe('refused');
    stage.complaints.splice(0);
  });
});

describe.skipIf(browserMissing !== undefined)('without a network', () => {
  it('a second visit works: pages, search and the playground', async () => {
    const page = await stage.open('guide/textures.html');
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done));
    });
    await stage.context.setOffline(true);
    await page.goto(`${stage.address}formats/hmesh.html`);
    await page.keyboard.press('/');
    await page.fill('.search-input', 'BC7');
    await page.locator('.matches a').first().waitFor();
    await page.goto(`${stage.address}playground/#target=bc`);
    await dropFile(page, normals());
    await page.locator('#figures dt').first().waitFor();
    expect((await figuresOf(page)).Format).toBe('BC5');
    await stage.context.setOffline(false);
    await page.close();
  });
});
