// The page for everybody: no violation that axe knows, in every view, wide and narrow, light and dark; and by keys alone.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VIEWS = [
  '',
  'models/dragon.hmesh',
  'models/dragon.hmesh?tab=why',
  'models/dragon.hmat',
  'models/dragon.hanim',
  'extra/lamp.hscene',
  'textures/brick.ktx2',
  'sky/dusk.env.ktx2',
  'fonts/righteous.hfont',
  'shaders/lit/fragment.spv',
  'scene/level.json',
  'assets.hman',
  'ui/logo.ktx2?tab=bytes',
];

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ROUNDS = [
  { size: WIDE, theme: 'dark' },
  { size: PHONE, theme: 'light' },
  { size: WIDE, theme: 'light' },
  { size: PHONE, theme: 'dark' },
] as const;
/** All of them for every view in the long form; otherwise two: wide and narrow, one dark, one light. */
const isLong = process.env.ASSETC_LONG !== undefined;

export function accessTests(stage: () => Stage): void {
  const visit = async (hash: string): Promise<void> => {
    const { page } = stage();
    await page.evaluate((next) => {
      location.hash = next;
    }, `#/${hash}`);
    if (hash === '') await page.locator('.map-cell').first().waitFor();
    else await page.locator('.asset-view > *:not(.busy)').first().waitFor({ state: 'attached' });
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await stage().settle();
  };

  it('has no violation in any view', async () => {
    const { page } = stage();
    const usual = page.viewportSize();
    await page.evaluate(AXE);
    const found: string[] = [];
    for (const [round, { size, theme }] of ROUNDS.entries()) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });
      for (const view of VIEWS.filter((_, i) => isLong || (i % 2 === 0) === round < 2)) {
        await visit(view);
        const results: AxeResults = await page.evaluate(() =>
          Reflect.get(globalThis, 'axe').run(document, { resultTypes: ['violations'] }),
        );
        for (const { id, nodes } of results.violations)
          found.push(`${size.width} ${theme} ${view}: ${id} ${nodes.map(({ target }) => target).join(' | ')}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    if (usual !== null) await page.setViewportSize(usual);
    expect(found).toEqual([]);
  });

  it('opens any asset in few presses of keys', async () => {
    const { page } = stage();
    await visit('');
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const paths = await page
      .locator('.map a[data-path]')
      .evaluateAll((all) => all.map((each) => each.dataset.path ?? ''));
    expect(paths.length).toBeGreaterThan(20);
    // The map is one stop, however many files it has.
    expect(await page.locator('.map a[tabindex="0"]').count()).toBe(1);
    const longest = paths.toSorted((a, b) => b.length - a.length)[0] ?? '';
    for (const path of [paths[0] ?? '', paths.at(-1) ?? '', longest]) {
      const typed = path.slice(path.lastIndexOf('/') + 1).slice(0, 20);
      let presses = 3;
      await page.keyboard.press('/');
      for (const letter of typed) {
        await page.keyboard.press(letter);
        presses++;
      }
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.asset-head h1').getAttribute('title')).toContain(typed);
      expect(presses).toBeLessThanOrEqual(30);
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
    }
  });

  it('skips to the content, and goes from file to file in the map', async () => {
    const { page } = stage();
    await visit('');
    // Tab starts at the top of a new page only.
    await page.reload();
    await page.locator('.map-cell').first().waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-path'));
    await page.locator('.map a[tabindex="0"]').focus();
    const first = await focused();
    await page.keyboard.press('End');
    const last = await focused();
    expect(last).not.toBe(first);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.asset-head h1').getAttribute('title')).toBe(last);
  });

  it('has a control of 24 pixels for each check box, and keeps still for people who want that', async () => {
    const { page } = stage();
    await visit('models/dragon.hmesh');
    const sizes = await page.locator('input[type=checkbox]').evaluateAll((all) =>
      all.map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((each) => getComputedStyle(each))
          .filter(({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s')
          .length,
    );
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(moving).toBe(0);
  });

  it('gives a kind one color in the map, the tree, the filters and the lists', async () => {
    const { page } = stage();
    await visit('');
    const hues = await page.evaluate(() => {
      const hueOf = (element: Element | null | undefined) =>
        element == null ? 'missing' : getComputedStyle(element).getPropertyValue('--hue');
      const texture = (selector: string) => document.querySelector(selector);
      return [
        hueOf(texture('.map a[data-path$=".ktx2"] .map-cell')),
        hueOf(texture('.tree-row[title$=".ktx2"] .icon')),
        hueOf(texture('.chip[title="Textures"] .icon')),
        hueOf(texture('.card-list a[title$=".ktx2"]')?.parentElement?.querySelector('.dot')),
      ];
    });
    expect(hues).toEqual(['150', '150', '150', '150']);
    expect(await page.locator('.map-text.is-strong').first().textContent()).toMatch(/^Meshes /);
  });
}
