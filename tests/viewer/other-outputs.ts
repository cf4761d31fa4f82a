// Packs, which are read by ranges: thousands of entries are there at once, and a model is drawn from its pieces. And outputs that are not whole.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveUi } from '../../packages/compiler/src/index.js';
import { encodeHpack } from '../../packages/formats/src/index.js';
import { etc1s } from '../../packages/formats/src/testing/ktx2-samples.js';
import { POLL } from './canvas-picture.js';
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
      const before = performance.now();
      await page.goto(url);
      await page.waitForSelector('.tree-row');
      console.log(`a pack of ${ENTRIES} entries is there after ${(performance.now() - before).toFixed(0)} ms`);
      await expect.poll(() => page.locator('.sidebar-foot').textContent(), POLL).toContain('5\u202f000 files');
      expect(read).toBeLessThan((ENTRIES * ENTRY_BYTES) / 10);
      page.off('response', count);
      // Few of them are in the document.
      await expect.poll(() => page.locator('.tree-row').count(), POLL).toBeLessThan(60);
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
      await expect.poll(() => page.locator('img').count(), POLL).toBe(0);
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

  it('says what is wrong with files that are cut off, and draws no blank', async () => {
    const folder = join(project(), 'cut');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const cut = (name: string): void => {
      const bytes = readFileSync(join(project(), 'desktop', name));
      writeFileSync(join(folder, name.replace(/.*\//, '')), bytes.subarray(0, bytes.length >> 1));
    };
    for (const name of ['models/dragon.hmesh', 'models/dragon.hanim', 'textures/grass.ktx2']) cut(name);
    writeFileSync(join(folder, 'other.ktx2'), etc1s());
    await open(folder, async (url) => {
      const { page, keep } = stage();
      const problem = async (name: string): Promise<string> => {
        await page.goto(`${url}#/${name}`);
        const box = page.locator('.asset-view .error-box');
        await box.waitFor();
        return (await box.textContent()) ?? '';
      };
      expect(await problem('dragon.hmesh')).toMatch(/^The mesh cannot be read.*past the end/);
      // Its own, not that of the mesh beside it.
      expect(await problem('dragon.hanim')).toMatch(/^The clips cannot be read(?!.*MLTR)/);
      expect(await problem('grass.ktx2')).toMatch(/^The texture cannot be read.*level 0 ends at/);
      await page.goto(`${url}#/other.ktx2`);
      await page.locator('.stage-none', { hasText: 'ETC1S is not drawn by this page' }).waitFor();
      expect(await page.locator('.facts').last().textContent()).toContain('BasisLZ');
      await keep('texture-etc1s');
    });
  });

  it('shows a mesh alone, and what is missing in red, where an output is not whole', async () => {
    const folder = join(project(), 'part');
    rmSync(folder, { recursive: true, force: true });
    for (const name of ['assets.hman', 'models/lighthouse.hmesh', 'models/lighthouse.hmat'])
      cpSync(join(project(), 'desktop', name), join(folder, name));
    await open(folder, async (url) => {
      const { page, keep } = stage();
      await page.goto(`${url}#/models/lighthouse.hmesh`);
      await page.locator('.stage[aria-busy=false]').waitFor();
      await expect
        .poll(() => page.locator('.stage .error-box').textContent(), POLL)
        .toContain('models/lighthouse/tex_');
      await stage().settle();
      expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(8);
      await keep('mesh-without-textures');
      await page.goto(`${url}#/assets.hman`);
      await page.locator('tr.is-broken').first().waitFor();
      expect(await page.locator('tr.is-broken').allTextContents()).toContainEqual(
        expect.stringMatching(/^models\/dragon\.hmesh.*missing$/),
      );
      await keep('manifest-broken');
    });
  });
}
