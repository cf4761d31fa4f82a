// The tree, the search, keys, addresses, themes.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtPage } from './built.js';
import type { Stage } from './stage.js';

export function shellTests(stage: () => Stage): void {
  const selected = () => stage().page.locator('[role=treeitem][aria-selected=true]').getAttribute('title');
  const files = () => stage().page.locator('.tree-row:not([aria-expanded])').count();

  it('adds no more than 2 MB to the package', async () => {
    const folder = await builtPage();
    const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).size,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`the page: ${total} bytes`);
    expect(total).toBeLessThan(2_000_000);
  });

  it('lists what was compiled', async () => {
    const { page, keep } = stage();
    await page.waitForSelector('.tree-row');
    await expect.poll(() => page.locator('.tree-row[title="extra/rock.hmesh"]').count()).toBe(1);
    await expect.poll(() => page.title()).toContain('desktop');
    await keep('shell-dark');
  });

  it('opens what an address names, in a page of its own', async () => {
    const { page, address } = stage();
    await page.goto(`${address}#/ui/logo.ktx2?tab=bytes`);
    await page.waitForSelector('.hex-row');
    await expect.poll(() => page.locator('h1').textContent()).toBe('ui / logo.ktx2');
    await expect.poll(() => page.locator('.hex-row').first().textContent()).toContain('ab 4b 54 58 20 32 30 bb');
    await expect.poll(selected).toBe('ui/logo.ktx2');
  });

  it('is led by keys', async () => {
    const { page } = stage();
    // From the top, as often as it takes: what was opened before may still take the focus or its place in the tree.
    const second = async () => {
      await page.locator('.tree').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      return selected();
    };
    await expect.poll(second).toBe('assetc/dfg.ktx2');
    const rows = () => page.locator('.tree-row[title="assetc/dfg.ktx2"]').count();
    // To its folder, which the next one closes.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(rows).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(rows).toBe(1);
    // Letters that come too slowly begin a new word: on a busy machine only those of one task come quickly.
    await page.locator('.tree').evaluate((tree) => {
      for (const key of 'drag') tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await expect.poll(() => page.locator('.is-active').getAttribute('title')).toBe('models/dragon');
    await expect.poll(selected).toBe('assetc/dfg.ktx2');
    await page.keyboard.press('End');
    await expect.poll(selected).toBe('assets.hman');
    await expect.poll(() => page.url()).toMatch(/#\/assets\.hman$/);
  });

  it('lets keys go on when the address of what they opened comes late', async () => {
    const { page } = stage();
    // Holds back what tells the page of its new address.
    await page.evaluate(() => {
      const hold = (event: Event) => event.stopImmediatePropagation();
      addEventListener('hashchange', hold, true);
      Reflect.set(globalThis, 'letAddressesCome', () => {
        removeEventListener('hashchange', hold, true);
        dispatchEvent(new HashChangeEvent('hashchange'));
      });
    });
    const active = page.locator('.is-active');
    await page.locator('.tree').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => active.getAttribute('title')).toBe('assetc');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => active.getAttribute('title')).toBe('assetc/dfg.ktx2');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => active.getAttribute('title')).toBe('assetc');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => active.getAttribute('aria-expanded')).toBe('false');
    await page.evaluate(() => Reflect.get(globalThis, 'letAddressesCome')());
    await expect.poll(() => page.locator('h1').textContent()).toBe('assetc / dfg.ktx2');
    await stage().settle();
    expect(await active.getAttribute('title')).toBe('assetc');
    expect(await active.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    // A link of somebody else's is followed.
    await page.evaluate(() => {
      location.hash = '#/ui/logo.ktx2';
    });
    await expect.poll(() => active.getAttribute('title')).toBe('ui/logo.ktx2');
  });

  it('searches by slash and filters by kind', async () => {
    const { page } = stage();
    await page.keyboard.press('/');
    await page.keyboard.type('dragon TEX');
    await page.waitForFunction(() => document.querySelector('.sidebar-foot')?.textContent?.startsWith('2 of'));
    await expect.poll(files).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Meshes/ }).click();
    await expect.poll(files).toBe(6);
    await page.getByRole('button', { name: /^Meshes/ }).click();
  });

  it('is light where one wants it, and remembers', async () => {
    const { page, keep } = stage();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(ground).toBe('rgb(14, 16, 20)');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await expect.poll(ground).toBe('rgb(244, 245, 247)');
    await page.reload();
    await page.waitForSelector('.tree-row');
    await expect.poll(ground).toBe('rgb(244, 245, 247)');
    await keep('shell-light');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: /^Theme/ }).click();
  });
}
