// The texture view: every shape opens and shows something; channels, exposure, zoom, tiles, values, skies, light, lookup tables.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { canvasPicture, distance, openFresh, READY, scaleOf, texelOn } from './canvas-picture.js';
import { applyCube } from './cube-file.js';
import { type Stage, statisticsOf } from './stage.js';

const assets = resolve(import.meta.dirname, '../../examples/demo/assets');
const pngOf = (path: string) => PNG.sync.read(readFileSync(resolve(assets, path)));

export function textureViewTests(stage: () => Stage): void {
  const open = (path: string): Promise<void> => openFresh(stage(), path);
  const choose = async (name: string): Promise<void> => {
    await stage().page.locator('.segmented').getByText(name, { exact: true }).click();
    await stage().page.waitForSelector(READY);
    await stage().settle();
  };

  it.each([
    ['textures/brick.ktx2', 'texture-plain', 300],
    ['textures/brick.n.ktx2', 'texture-normals', 100],
    ['terrain/ground.arr.ktx2', 'texture-array', 300],
    ['sky/dusk.env.ktx2', 'texture-sky', 300],
    ['sky/dusk.ibl.ktx2', 'texture-roughness', 300],
    ['grade/dusk.lut.ktx2', 'texture-graded', 300],
  ])('shows %s', async (path, name, colors) => {
    await open(path);
    await stage().keep(name);
    const seen = await statisticsOf(stage().page, READY);
    expect(seen.colors).toBeGreaterThan(colors);
    expect(seen.spread).toBeGreaterThan(8);
  });

  it('shows texels as they are, and one channel alone gray', async () => {
    const { page } = stage();
    const source = pngOf('ui/logo.png');
    await open('ui/logo.ktx2');
    await page.locator(READY).focus();
    await page.keyboard.press('1');
    await expect.poll(() => scaleOf(stage())).toBe(1);
    const scale = await scaleOf(stage());
    const opaque =
      [...source.data.keys()].find(
        (i) => i % 4 === 0 && source.data[i + 3] === 255 && source.data[i] !== source.data[i + 2],
      ) ?? 0;
    const [x, y] = [(opaque / 4) % source.width, Math.floor(opaque / 4 / source.width)];
    const [r = 0, g = 0, b = 0] = source.data.subarray(opaque, opaque + 3);
    const whole = texelOn(await canvasPicture(stage()), scale, source, x, y);
    expect(distance(whole, [r, g, b])).toBeLessThan(10);
    await page.getByRole('button', { name: 'B', exact: true }).click({ modifiers: ['Shift'] });
    expect(texelOn(await canvasPicture(stage()), scale, source, x, y)).toEqual([whole[2], whole[2], whole[2]]);
    await page.getByRole('button', { name: 'A', exact: true }).click({ modifiers: ['Shift'] });
    expect(texelOn(await canvasPicture(stage()), scale, source, x, y)).toEqual([255, 255, 255]);
  });

  it('reads values under the pointer, and zooms by wheel and key', async () => {
    const { page, keep } = stage();
    await open('textures/brick.ktx2');
    const box = await page.locator(READY).boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2 + 1, (box?.y ?? 0) + (box?.height ?? 0) / 2 + 1];
    await page.mouse.move(x, y);
    const pointed = (): Promise<string | null> => page.locator('.pointer-line').textContent();
    await expect.poll(pointed).toMatch(/^128, 128/);
    const line = await pointed();
    const source = pngOf('textures/brick.png');
    const red = Number(/R (\d+)/.exec(line ?? '')?.[1]);
    expect(Math.abs(red - (source.data[(128 * 256 + 128) * 4] ?? 0))).toBeLessThan(12);
    const before = await scaleOf(stage());
    await page.mouse.wheel(0, -1280);
    await expect.poll(() => scaleOf(stage())).toBeGreaterThan(before * 8);
    await expect.poll(pointed).toMatch(/^128, 128/);
    await keep('texture-texels');
    await page.locator(READY).focus();
    await page.keyboard.press('0');
    await expect.poll(() => scaleOf(stage())).toBe(before);
    await page.keyboard.press('-');
    await expect.poll(() => scaleOf(stage())).toBeCloseTo(before / 1.25, 1);
  });

  it('tiles, and lays every level out', async () => {
    await open('textures/brick.ktx2');
    await choose('3×3');
    const tiled = await canvasPicture(stage());
    const scale = await scaleOf(stage());
    const size = { width: 768, height: 768 };
    const first = texelOn(tiled, scale, size, 30, 30);
    expect(distance(texelOn(tiled, scale, size, 30 + 512, 30 + 256), first)).toBeLessThan(4);
    await choose('All');
    await stage().keep('texture-levels');
    const sizes = await stage().page.getByRole('list', { name: 'Levels' }).getByRole('listitem').allTextContents();
    expect([sizes[0], sizes.at(-1), sizes.length]).toEqual(['0 256×256 65.5 kB', '8 1×1 16 B', 9]);
    expect((await statisticsOf(stage().page, READY)).colors).toBeGreaterThan(300);
  });

  it('brightens by exposure, and marks on the histogram what is white then', async () => {
    const { page, keep } = stage();
    await open('sky/dusk.env.ktx2');
    await choose('All');
    const before = await statisticsOf(page, READY);
    await page.getByRole('slider', { name: 'Exposure' }).fill('2');
    await stage().settle();
    const after = await statisticsOf(page, READY);
    await keep('texture-cross');
    expect(after.mean).toBeGreaterThan(before.mean * 1.15);
    await expect.poll(() => page.locator('.split-side').textContent()).toContain('from 0.250');
    await expect.poll(() => page.locator('.histogram-bins').getAttribute('d')).toMatch(/v-\d/);
  });

  it('looks around in a sky', async () => {
    const { page } = stage();
    await open('sky/dusk.env.ktx2');
    await page.locator(READY).focus();
    await page.keyboard.press('0');
    await stage().settle();
    const ahead = await page.locator(READY).screenshot();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
    await stage().settle();
    expect(ahead.equals(await page.locator(READY).screenshot())).toBe(false);
    await page.keyboard.press('0');
    await stage().settle();
    expect(ahead.equals(await page.locator(READY).screenshot())).toBe(true);
  });

  it('grades a picture as the table says', async () => {
    const { page } = stage();
    await open('grade/dusk.lut.ktx2');
    const pixelsAt = (y: number) =>
      page.evaluate((row) => {
        const canvas = document.querySelector<HTMLCanvasElement>('.graded canvas');
        return [...(canvas?.getContext('2d')?.getImageData(0, row, canvas.width, 1).data ?? [])];
      }, y);
    const handle = page.getByRole('slider', { name: 'Where the table begins' });
    await handle.focus();
    await page.keyboard.press('End');
    await stage().settle();
    const plain = await pixelsAt(330);
    await page.keyboard.press('Home');
    await page.keyboard.press('Home');
    await stage().settle();
    const graded = await pixelsAt(330);
    const cube = readFileSync(resolve(assets, 'grade/dusk.lut.cube'), 'utf8');
    for (const x of [5, 100, 205, 300, 405, 500, 630]) {
      const expected = applyCube(cube, plain.slice(x * 4, x * 4 + 3));
      for (let c = 0; c < 3; c++) expect(Math.abs((graded[x * 4 + c] ?? 0) - (expected[c] ?? 0))).toBeLessThan(1.5);
    }
    expect(graded).not.toEqual(plain);
    await page.getByRole('slider', { name: 'Strength' }).fill('0');
    await stage().settle();
    expect(await pixelsAt(330)).toEqual(plain);
  });
}
