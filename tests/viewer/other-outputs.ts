// Packs, which are read by ranges: thousands of entries are there at once, and a model is drawn from its pieces. And outputs that are not whole.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveUi } from '../../packages/compiler/src/index.js';
import { decodeEtc1sLevel, decodeKtx2, encodeHpack } from '../../packages/formats/src/index.js';
import { etc1s } from '../../packages/formats/src/testing/ktx2-samples.js';
import { type Color, canvasPicture, distance, scaleOf, texelOn } from './canvas-picture.js';
import { ETC1S_FILE } from './etc1s-file.js';
import { type Stage, statisticsOf } from './stage.js';

const ENTRIES = 5000;
const ENTRY_BYTES = 4000;
/** A name that would run if it were taken for more than text. */
const NAME = 'a/<img src=x onerror=alert(1)>.txt';

export function otherOutputTests(stage: () => Stage, project: () => string): void {
  const open = async (path: string, use: (url: string) => Promise<void>): Promise<void> => {
    const server = await serveUi({ path });
    if (server === undefined) throw new Error(`${path} is not there`);
    try {
      await use(server.url);
    } finally {
      await stage().page.goto(stage().address);
      await server.close();
    }
  };

  it('opens one of 5,000 entries without reading them', async () => {
    const path = join(project(), 'many.hpack');
    const bytes = new Uint8Array(ENTRY_BYTES).fill(65);
    const entries = Array.from({ length: ENTRIES - 1 }, (_, i) => ({ path: `f${i % 40}/${i}.txt`, bytes }));
    writeFileSync(path, encodeHpack([...entries, { path: NAME, bytes }]));
    await open(path, async (url) => {
      const { page, keep } = stage();
      let read = 0;
      const count = async (response: { headerValue(name: string): Promise<string | null>; url(): string }) => {
        if (response.url().includes('/files/')) read += Number(await response.headerValue('content-length'));
      };
      page.on('response', count);
      await page.goto(url);
      await page.waitForSelector('.tree-row');
      await expect.poll(() => page.locator('.sidebar-foot').textContent()).toContain('5,000 files');
      expect(read).toBeLessThan((ENTRIES * ENTRY_BYTES) / 10);
      page.off('response', count);
      // Few of them are in the document.
      await expect.poll(() => page.locator('.tree-row').count()).toBeLessThan(60);
      await page.locator('.tree').focus();
      await page.keyboard.press('End');
      await page.waitForFunction(() => document.querySelector('.asset-head h1')?.textContent?.startsWith('f9'));
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `#/${encodeURIComponent(NAME).replace('%2F', '/')}`,
      );
      await page.waitForFunction(() => document.querySelector('.asset-head h1')?.textContent?.includes('<img src=x'));
      await expect.poll(() => page.locator('img').count()).toBe(0);
      await keep('pack');
    });
  });

  it('draws a model out of one', async () => {
    await open(join(project(), 'desktop.hpack'), async (url) => {
      const { page } = stage();
      await page.goto(`${url}#/models/lighthouse.hmesh`);
      await page.waitForSelector('.stage[aria-busy=false]');
      await stage().settle();
      expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(8);
    });
  });

  it('shows what can be shown, and what is missing or cut off, where an output is not whole', async () => {
    const folder = join(project(), 'part');
    rmSync(folder, { recursive: true, force: true });
    for (const name of ['assets.hman', 'models/lighthouse.hmesh', 'models/lighthouse.hmat'])
      cpSync(join(project(), 'desktop', name), join(folder, name));
    for (const name of ['models/dragon.hmesh', 'models/dragon.hanim', 'textures/grass.ktx2']) {
      const bytes = readFileSync(join(project(), 'desktop', name));
      writeFileSync(join(folder, name.replace(/.*\//, '')), bytes.subarray(0, bytes.length >> 1));
    }
    writeFileSync(join(folder, 'other.ktx2'), etc1s());
    writeFileSync(join(folder, 'waves.ktx2'), ETC1S_FILE);
    await open(folder, async (url) => {
      const { page, keep } = stage();
      await page.goto(`${url}#/models/lighthouse.hmesh`);
      await page.locator('.stage[aria-busy=false]').waitFor();
      await expect.poll(() => page.locator('.stage .error-box').textContent()).toContain('models/lighthouse/tex_');
      await stage().settle();
      expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(8);
      await keep('mesh-without-textures');
      await page.goto(`${url}#/assets.hman`);
      await page.locator('tr.is-broken').first().waitFor();
      expect(await page.locator('tr.is-broken').allTextContents()).toContainEqual(
        expect.stringMatching(/^models\/dragon\.hmesh.*missing$/),
      );
      await keep('manifest-broken');
      await cutFiles(stage(), url);
      await etc1sTexture(stage(), url);
    });
  });
}

/** Each says what is wrong with it, and none is blank. */
async function cutFiles({ page }: Stage, url: string): Promise<void> {
  const problem = async (name: string): Promise<string> => {
    await page.goto(`${url}#/${name}`);
    await page.locator('.asset-head h1', { hasText: name }).waitFor();
    const box = page.locator('.asset-view .error-box');
    await box.waitFor();
    return (await box.textContent()) ?? '';
  };
  expect(await problem('dragon.hmesh')).toMatch(/^The mesh cannot be read.*past the end/);
  // Its own, not that of the mesh next to it.
  expect(await problem('dragon.hanim')).toMatch(/^The clips cannot be read(?!.*MLTR)/);
  expect(await problem('grass.ktx2')).toMatch(/^The texture cannot be read.*level 0 ends at/);
  // Its codebooks are empty.
  expect(await problem('other.ktx2')).toContain('ETC1S data is damaged');
  expect(await page.locator('.facts').last().textContent()).toContain('BasisLZ');
}

/** What another tool compressed, as our own decoder has it. */
async function etc1sTexture(stage: Stage, url: string): Promise<void> {
  const rgba = decodeEtc1sLevel(decodeKtx2(ETC1S_FILE), 0);
  await stage.page.goto(`${url}#/waves.ktx2`);
  await stage.page.locator('.asset-head h1', { hasText: 'waves.ktx2' }).waitFor();
  const picture = await canvasPicture(stage);
  const scale = await scaleOf(stage);
  for (const [x, y] of [
    [1, 1],
    [20, 6],
    [9, 17],
    [28, 22],
  ] as const) {
    const at = (y * 32 + x) * 4;
    const wanted: Color = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
    expect(distance(texelOn(picture, scale, { width: 32, height: 24 }, x, y), wanted)).toBeLessThan(3);
  }
  expect(await stage.page.locator('.facts').last().textContent()).toMatch(/ETC1S.*BasisLZ/);
  await stage.keep('texture-etc1s');
}
