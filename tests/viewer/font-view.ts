// The font view: the specimen against the browser's own drawing of the same font file, letters that are missing, glyphs, the field.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeHfont, findGlyph } from '@assetc/formats';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { openFresh, READY } from './canvas-picture.js';
import { type Stage, statisticsOf } from './stage.js';

const root = resolve(import.meta.dirname, '../..');
const PATH = 'fonts/righteous.hfont';
const TEXT = 'Waves Tomorrow';
const SIZE = 64;
const WIDTH = 640;
const HEIGHT = 110;

/** How dark each pixel of the ink is, whatever its colors. */
function coverage(png: Buffer): Float64Array {
  const { data, width } = PNG.sync.read(png);
  const ground = data[0] ?? 0;
  const out = new Float64Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) out[y * WIDTH + x] = Math.abs((data[(y * width + x) * 4] ?? 0) - ground);
  const most = out.reduce((a, b) => Math.max(a, b), 1);
  return out.map((value) => value / most);
}

/** Chromium draws the source by its outlines. */
async function drawnByBrowser({ page }: Stage): Promise<Buffer> {
  const font = readFileSync(resolve(root, 'examples/demo/assets/fonts/righteous.ttf')).toString('base64');
  const { ascent } = decodeHfont(readFileSync(resolve(root, 'node_modules/.cache/viewer-tests/desktop', PATH)));
  const url = await page.evaluate(
    async ({ base64, text, size, width, height, ascent }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const face = await new FontFace('oracle', bytes.buffer).load();
      // The types of this library leave out that the set can be changed.
      const fonts: { add(face: FontFace): void; delete(face: FontFace): void } = Object(document.fonts);
      fonts.add(face);
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#000';
      context.font = `${size}px oracle`;
      context.fontKerning = 'normal';
      // Advances as they are, not rounded to pixels.
      context.textRendering = 'geometricPrecision';
      context.fillText(text, 24, 24 + ascent * size);
      fonts.delete(face);
      return canvas.toDataURL();
    },
    { base64: font, text: TEXT, size: SIZE, width: WIDTH, height: HEIGHT, ascent },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

export function fontViewTests(stage: () => Stage): void {
  it('draws a text as the browser draws it from the source', async () => {
    const { page, settle, keep } = stage();
    await openFresh(stage(), PATH);
    await keep('font-specimen');
    await page.getByLabel('Sample text').fill(TEXT);
    await page.getByRole('slider', { name: 'Size' }).fill(String(SIZE));
    await settle();
    const ours = coverage(await page.locator(READY).screenshot());
    const theirs = coverage(await drawnByBrowser(stage()));
    let [both, off] = [0, 0];
    for (const [i, value] of ours.entries()) {
      both += Math.max(value, theirs[i] ?? 0);
      off += Math.abs(value - (theirs[i] ?? 0));
    }
    expect(both).toBeGreaterThan(5000);
    expect(off / both).toBeLessThan(0.08);
    // Another text is another picture.
    await page.getByLabel('Sample text').fill(`${TEXT}!`.replace('W', 'V'));
    await settle();
    const other = coverage(await page.locator(READY).screenshot());
    expect(other.reduce((sum, value, i) => sum + Math.abs(value - (ours[i] ?? 0)), 0)).toBeGreaterThan(off * 2);
  });

  it('kerns or not, and names letters that the font lacks', async () => {
    const { page, settle } = stage();
    await page.getByLabel('Sample text').fill('AVAV Ж');
    await settle();
    const kerned = await page.locator(READY).screenshot();
    await page.getByRole('checkbox', { name: 'Kerning' }).uncheck();
    await settle();
    expect(kerned.equals(await page.locator(READY).screenshot())).toBe(false);
    await expect.poll(() => page.locator('.missing').textContent()).toContain('Ж U+0416');
  });

  it('lists glyphs with what the file says of them, and shows the field', async () => {
    const { page, keep } = stage();
    await page.locator('.segmented').getByText('Glyphs', { exact: true }).click();
    await page.getByRole('button', { name: /U\+0041$/ }).click();
    await stage().settle();
    await keep('font-glyphs');
    const font = decodeHfont(readFileSync(resolve(root, 'node_modules/.cache/viewer-tests/desktop', PATH)));
    await expect
      .poll(() => page.locator('.split-side').textContent())
      .toContain(`${findGlyph(font, 65).advance.toFixed(4)} em`);
    expect((await statisticsOf(page, READY)).spread).toBeGreaterThan(8);
    await page.locator('.segmented').getByText('SDF', { exact: true }).click();
    await page.waitForSelector(READY);
    await stage().settle();
    await keep('font-field');
    expect((await statisticsOf(page, READY)).colors).toBeGreaterThan(30);
  });
}
