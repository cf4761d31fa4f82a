// Textures next to their sources: PSNR as computed here from the PNG and by other decoders, heat, flip, split, block modes.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeKtx2, readLevel } from '@assetc/formats';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { decodeImage } from '../../packages/kernels/src/testing/decode-image.js';
import { modeColor, SOLID } from '../../packages/viewer/src/texture/block-map.js';
import { heatColor } from '../../packages/viewer/src/texture/heat.js';
import { type Color, canvasPicture, distance, factOf, openFresh, scaleOf, texelOn } from './canvas-picture.js';
import type { Stage } from './stage.js';

const root = resolve(import.meta.dirname, '../..');
const compiled = (path: string): Buffer =>
  readFileSync(resolve(root, 'node_modules/.cache/viewer-tests/desktop', path));
const source = (path: string) => PNG.sync.read(readFileSync(resolve(root, 'examples/demo/assets', path)));

function psnr(a: Uint8Array, b: Uint8Array, channel: number): number {
  let sum = 0;
  for (let i = channel; i < a.length; i += 4) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255) / (sum / (a.length / 4)));
}

/** Level 0 by decoders that the page knows nothing of. */
async function decoded(path: string): Promise<Uint8Array> {
  const bytes = compiled(path);
  const ktx = decodeKtx2(bytes);
  const [level] = ktx.levels;
  if (ktx.vkFormat === 0 || level === undefined) return transcodeKtx2(bytes, 'rgba');
  return decodeImage('bc7', readLevel(level), ktx.pixelWidth, ktx.pixelHeight);
}

export function textureCompareTests(stage: () => Stage): void {
  const open = async (path: string): Promise<void> => {
    await openFresh(stage(), path);
    await factOf(stage(), 'PSNR overall');
    await stage().settle();
  };
  const choose = (name: string): Promise<void> =>
    stage().page.locator('.segmented').getByText(name, { exact: true }).click();

  it.each([
    ['textures/grass', 'UASTC'],
    ['textures/brick', 'BC7'],
  ])('tells the PSNR of %s as two others compute it', async (name, format) => {
    await open(`${name}.ktx2`);
    expect(await factOf(stage(), 'Format')).toBe(format);
    const { data } = source(`${name}.png`);
    const texels = await decoded(`${name}.ktx2`);
    for (const [c, letter] of ['R', 'G', 'B'].entries()) {
      const shown = Number.parseFloat(await factOf(stage(), `PSNR ${letter}`));
      expect(Math.abs(shown - psnr(texels, data, c))).toBeLessThanOrEqual(0.01);
    }
  });

  it('shows differences as heat', async () => {
    const { page, keep } = stage();
    await open('textures/brick.ktx2');
    await choose('Difference');
    await page.getByRole('slider', { name: 'Gain' }).fill('5');
    const picture = await canvasPicture(stage());
    await keep('texture-difference');
    const scale = await scaleOf(stage());
    const [was, is] = [source('textures/brick.png'), await decoded('textures/brick.ktx2')];
    const seen = new Set<number>();
    for (let i = 0; i < 65536; i += 997) {
      const off = Math.max(...[0, 1, 2, 3].map((c) => Math.abs((was.data[i * 4 + c] ?? 0) - (is[i * 4 + c] ?? 0))));
      seen.add(off);
      const color = texelOn(picture, scale, was, i % 256, Math.floor(i / 256));
      expect(distance(color, heatColor((off * 32) / 255))).toBeLessThanOrEqual(4);
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('flips by key, and splits at a line that keys move', async () => {
    const { page, keep } = stage();
    await open('textures/brick.ktx2');
    const was = source('textures/brick.png');
    const is = await decoded('textures/brick.ktx2');
    const scale = await scaleOf(stage());
    const colorIn = (data: Uint8Array, at: number): Color => [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const differing = (from: number, to: number): number => {
      for (let i = 0; i < 65536; i++)
        if (i % 256 >= from && i % 256 < to && distance(colorIn(was.data, i * 4), colorIn(is, i * 4)) > 5) return i;
      throw new Error('no texel differs');
    };
    const check = async (i: number, data: Uint8Array): Promise<void> => {
      const color = texelOn(await canvasPicture(stage()), scale, was, i % 256, Math.floor(i / 256));
      expect(distance(color, colorIn(data, i * 4))).toBeLessThanOrEqual(1);
    };
    const [left, right] = [differing(8, 100), differing(150, 250)];
    await check(left, is);
    await page.keyboard.press('f');
    await check(left, was.data);
    await page.keyboard.press('f');
    await choose('Split');
    await keep('texture-split');
    await check(left, was.data);
    await check(right, is);
    const handle = page.getByRole('slider', { name: 'Divider between source and texture' });
    await handle.focus();
    await page.keyboard.press('End');
    await check(right, was.data);
  });

  it.each([
    ['textures/brick.ktx2', 'texture-modes-bc7'],
    ['textures/grass.ktx2', 'texture-modes-uastc'],
  ])('colors each block of %s by its mode', async (path, name) => {
    const { page, keep } = stage();
    await open(path);
    await page.getByRole('checkbox', { name: 'Show over the texture' }).check();
    // Its colors are explained where they are.
    await page.getByRole('list', { name: 'Most frequent block modes' }).locator('li').first().waitFor();
    await page.waitForSelector('.mode-list li');
    const picture = await canvasPicture(stage());
    await keep(name);
    const scale = await scaleOf(stage());
    const ktx = decodeKtx2(compiled(path));
    const { bytes } = ktx.levels[0] ?? {};
    const texels = await decoded(path);
    const isBc7 = ktx.vkFormat !== 0;
    const shares = new Map<number, number>();
    for (let block = 0; block < 4096; block++) {
      const [left, top] = [(block % 64) * 4, Math.floor(block / 64) * 4];
      const colors = new Set(
        Array.from({ length: 16 }, (_, i) => {
          const at = ((top + (i >> 2)) * 256 + left + (i & 3)) * 4;
          return texels.subarray(at, at + 4).join();
        }),
      );
      const mode =
        colors.size === 1
          ? SOLID
          : isBc7
            ? Math.log2((bytes?.[block * 16] ?? 0) & -(bytes?.[block * 16] ?? 0))
            : undefined;
      if (mode === undefined) continue;
      shares.set(mode, (shares.get(mode) ?? 0) + 1);
      if (block % 53 !== 0) continue;
      const color = texelOn(picture, scale, { width: 256, height: 256 }, left + 1, top + 1);
      const nearest = [...Array(8).keys(), SOLID].toSorted(
        (a, b) => distance(color, modeColor(a)) - distance(color, modeColor(b)),
      );
      expect(nearest[0]).toBe(mode);
    }
    const legend = await page.locator('.mode-list').textContent();
    for (const [, count] of shares) {
      const share = count / 4096;
      expect(legend).toContain(`${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);
    }
  });
}
