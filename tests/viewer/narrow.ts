// Windows that are small, or large ones that are enlarged: everything is there, in its place, and can be reached.

import { expect, it } from 'vitest';
import { canvasPicture } from './canvas-picture.js';
import type { Stage } from './stage.js';

/** What a window of 1280×720 has at 200 %. */
const HALF = { width: 640, height: 360 };
const PHONE = { width: 390, height: 844 };
const LOW = { width: 1280, height: 420 };
const VIEWS = ['models/dragon.hmesh', 'textures/brick.ktx2', 'fonts/righteous.hfont'];

export function narrowTests(stage: () => Stage): void {
  /** Runs in a window of another size, and puts the usual one back. */
  const within = async (size: typeof HALF, run: () => Promise<void>): Promise<void> => {
    const { page } = stage();
    const usual = page.viewportSize();
    await page.setViewportSize(size);
    try {
      await run();
    } finally {
      if (usual !== null) await page.setViewportSize(usual);
    }
  };

  it('is one column at 200 %, in which nothing is cut off', () =>
    within(HALF, async () => {
      const { page, show, keep } = stage();
      for (const path of VIEWS) {
        await show(path);
        const found = await page.evaluate(() => {
          const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
          const beyond = [...document.querySelectorAll('.toolbar *, .tabs a, .panel-body > *')]
            .filter((each) => {
              const { left, right, width } = each.getBoundingClientRect();
              return width > 1 && (left < 0 || right > innerWidth);
            })
            .map((each) => `${each.tagName} ${each.textContent}`);
          return {
            beyond,
            isWider: document.documentElement.scrollWidth > innerWidth,
            isScrolled: getComputedStyle(document.body).overflowY !== 'hidden',
            stageHeight: box('.stage')?.height ?? 0,
            sideBelow: (box('.split-side')?.top ?? 0) >= (box('.split-main')?.bottom ?? Number.POSITIVE_INFINITY),
          };
        });
        expect(found, path).toMatchObject({ beyond: [], isWider: false, isScrolled: true, sideBelow: true });
        expect(found.stageHeight, path).toBeGreaterThan(150);
        await keep(`narrow-${path.split('/').at(-1)}`);
      }
    }));

  it('has the tree in a drawer on a phone, and the picture in the whole window', () =>
    within(PHONE, async () => {
      const { page, show, keep } = stage();
      await show('models/dragon.hmesh');
      const sidebar = page.locator('.sidebar');
      await expect.poll(() => sidebar.isVisible()).toBe(false);
      const canvas = await page.locator('.stage canvas').boundingBox();
      expect((canvas?.height ?? 0) / PHONE.height).toBeGreaterThan(0.7);
      expect(canvas?.width).toBe(PHONE.width);
      await keep('phone');
      const button = page.getByRole('button', { name: 'Files' });
      await button.click();
      await sidebar.waitFor();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      await keep('phone-drawer');
      // Behind it is nothing to press but the page, which closes it.
      await page.mouse.click(PHONE.width - 10, 500);
      await expect.poll(() => sidebar.isVisible()).toBe(false);
      await page.keyboard.press('/');
      await page.keyboard.type('lighthouse.hmesh');
      await page.locator('.tree-row[title="models/lighthouse.hmesh"]').click();
      await expect.poll(() => page.locator('.asset-head h1').getAttribute('title')).toBe('models/lighthouse.hmesh');
      await expect.poll(() => sidebar.isVisible()).toBe(false);
      await button.click();
      await page.getByRole('searchbox').fill('');
      await page.keyboard.press('Escape');
      await expect.poll(() => sidebar.isVisible()).toBe(false);
    }));

  it('writes no more into the areas of the map than they have room for', async () => {
    const { page } = stage();
    for (const size of [PHONE, { width: 1440, height: 900 }])
      await within(size, async () => {
        await page.evaluate(() => {
          location.hash = '#/';
        });
        await page.locator('.map-text').first().waitFor();
        await stage().settle();
        const all = await page.locator('.map-text').evaluateAll((texts) =>
          texts.map((text) => {
            const area = text.parentElement?.querySelector('rect')?.getBoundingClientRect();
            const { right, bottom } = text.getBoundingClientRect();
            return { text: text.textContent, isIn: area !== undefined && right <= area.right && bottom <= area.bottom };
          }),
        );
        expect(all.length).toBeGreaterThan(15);
        expect(all.filter(({ isIn }) => !isIn)).toEqual([]);
        // Half a size would be another size.
        expect(all.filter(({ text }) => /\d….*B$|….*\d kB$/.test(text ?? ''))).toEqual([]);
      });
  });

  it('has the choices of the overview inside its window, and breaks no word of a table', () =>
    within(PHONE, async () => {
      const { page, show, keep } = stage();
      await page.evaluate(() => {
        location.hash = '#/';
      });
      await page.locator('.map-cell').first().waitFor();
      await keep('phone-overview');
      const beyond = await page.locator('.overview-bar label').evaluateAll((all) =>
        all
          .filter((each) => {
            const box = each.closest('.segmented')?.getBoundingClientRect();
            const { right } = each.getBoundingClientRect();
            return right > innerWidth || right > (box?.right ?? 0);
          })
          .map((each) => each.textContent),
      );
      expect(beyond).toEqual([]);
      await show('models/dragon.hmesh?tab=why');
      await page.locator('.why-cards').waitFor();
      await keep('phone-why');
      // A word is one line.
      const broken = await page.locator('.why td').evaluateAll((all) =>
        all
          .filter((each) => /^[a-z]+$/.test(each.textContent ?? ''))
          .filter((each) => {
            const text = document.createRange();
            text.selectNodeContents(each);
            const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
            return lines.size > 1;
          })
          .map((each) => each.textContent),
      );
      expect(broken).toEqual([]);
    }));

  it('frames a model again in a window of another shape', async () => {
    const { page, show } = stage();
    const usual = page.viewportSize();
    const edges = async () => {
      const { width, height, at } = await canvasPicture(stage(), '.stage[aria-busy=false] > canvas');
      const isModel = (x: number, y: number) => {
        const [red, green, blue] = at(x, y);
        return Math.abs(red - 0x1b) + Math.abs(green - 0x1f) + Math.abs(blue - 0x26) > 60;
      };
      const columns = Array.from({ length: width }, (_, x) => isModel(x, 1) || isModel(x, height - 2));
      const rows = Array.from({ length: height }, (_, y) => isModel(1, y) || isModel(width - 2, y));
      return [...columns, ...rows].filter(Boolean).length;
    };
    await show('models/lighthouse.hmesh');
    await page.getByRole('checkbox', { name: 'Sky' }).uncheck();
    expect(await edges()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 330 });
    await expect.poll(edges).toBe(0);
    await page.setViewportSize({ width: 700, height: 720 });
    await expect.poll(edges).toBe(0);
    if (usual !== null) await page.setViewportSize(usual);
  });

  it('scrolls the settings of an asset in a low window', () =>
    within(LOW, async () => {
      const { page, show } = stage();
      await show('models/dragon.hmesh?tab=why');
      await page.locator('.why-cards').waitFor();
      const { rest, isBeyond } = await page.evaluate(() => {
        const why = document.querySelector('.why');
        why?.scrollTo(0, 1e6);
        const last = [...document.querySelectorAll('.why tr')].at(-1)?.getBoundingClientRect();
        return { rest: why?.scrollTop ?? 0, isBeyond: (last?.bottom ?? 1e6) > innerHeight };
      });
      expect(rest).toBeGreaterThan(0);
      expect(isBeyond).toBe(false);
    }));

  it('has the parts of a control where the control is, however far its panel is scrolled', () =>
    within(LOW, async () => {
      const { page, show } = stage();
      await show('textures/brick.ktx2');
      const off = await page.evaluate(() => {
        const side = document.querySelector('.split-side');
        side?.scrollTo(0, 200);
        const radios = [...document.querySelectorAll('.split-side input[type=radio]')];
        const distances = radios.map((radio) => {
          const label = radio.closest('label')?.getBoundingClientRect();
          return Math.abs(radio.getBoundingClientRect().top - (label?.top ?? 0));
        });
        return { count: radios.length, scrolled: side?.scrollTop, most: Math.max(...distances) };
      });
      expect(off.count).toBeGreaterThan(3);
      expect(off.scrolled).toBe(200);
      expect(off.most).toBeLessThan(24);
    }));

  it('makes a list of rows one stop for the Tab key, which arrow keys step through', async () => {
    const { page, show } = stage();
    await show('models/dragon.hmesh');
    const rows = page.getByRole('grid', { name: /^Submeshes/ }).locator('tbody tr');
    expect(await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).tabIndex))).toEqual([0, -1, -1]);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('tr[aria-selected=true]').filter({ hasText: 'Horn' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('tr[aria-selected=true]').filter({ hasText: 'Horn' }).waitFor({ state: 'detached' });
  });
}
