// A canvas of the page as pixels, and where its texture is in it.

import { PNG } from 'pngjs';
import { expect } from 'vitest';
import type { Stage } from './stage.js';

export type Color = readonly [red: number, green: number, blue: number];

interface CanvasPicture {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Color;
}

export const READY = '.stage canvas[data-ready="true"]';

/** Waits until all of it is decoded and drawn. */
export async function canvasPicture({ page, settle }: Stage, selector = READY): Promise<CanvasPicture> {
  await page.waitForSelector(selector);
  await settle();
  // What lies over the canvas is not of it.
  const setOverlays = (visibility: string): Promise<void> =>
    page.evaluate((value) => {
      const over = document.getElementsByClassName('zoom-buttons').item(0);
      if (over instanceof HTMLElement) over.style.visibility = value;
    }, visibility);
  await setOverlays('hidden');
  const { width, height, data } = PNG.sync.read(await page.locator(selector).first().screenshot());
  await setOverlays('');
  return {
    width,
    height,
    at: (x, y) => {
      const at = (Math.floor(y) * width + Math.floor(x)) * 4;
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    },
  };
}

/** The pixel in the middle of a texel of a single image that is shown whole, in the middle of the canvas. */
export function texelOn(
  picture: CanvasPicture,
  scale: number,
  size: { width: number; height: number },
  x: number,
  y: number,
): Color {
  const left = Math.round(picture.width / 2 - (size.width / 2) * scale);
  const top = Math.round(picture.height / 2 - (size.height / 2) * scale);
  return picture.at(left + (x + 0.5) * scale, top + (y + 0.5) * scale);
}

/** Pixels a texel. */
export const scaleOf = async ({ page }: Stage): Promise<number> =>
  Number(await page.locator('.stage canvas').getAttribute('data-scale'));

/** Opens a view as nobody has touched it, and waits until it is drawn. */
export async function openFresh({ page, show, settle }: Stage, path: string, ready = READY): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/';
  });
  await page.waitForSelector('.asset-view', { state: 'detached' });
  await show(path);
  await page.waitForSelector(ready);
  await settle();
}

/** The machine may be busy with other things. */

export const distance = (a: Color, b: Color): number => Math.max(...a.map((value, c) => Math.abs(value - (b[c] ?? 0))));

/** The value next to a name in the panels. */
export async function factOf({ page }: Stage, name: string): Promise<string> {
  const row = page.locator('.facts > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
  // An ellipsis or a dash stands for what is not known yet.
  await expect.poll(() => row.locator('dd').first().textContent()).not.toMatch(/^[…–]$/);
  return (await row.locator('dd').first().textContent()) ?? '';
}
