// Small pictures of entries: in the map, in lists, in the slots of a material, and next to the tree.

import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

export function thumbnailTests(stage: () => Stage): void {
  /** Red, green, blue and alpha of a picture, averaged over its middle. */
  const middleOf = (selector: string): Promise<readonly number[]> =>
    stage()
      .page.locator(selector)
      .first()
      .evaluate(async (element) => {
        const image = new Image();
        image.src = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
        await image.decode();
        const context = new OffscreenCanvas(16, 16).getContext('2d');
        const [x, y] = [image.width / 2 - 8, image.height / 2 - 8];
        context?.drawImage(image, x, y, 16, 16, 0, 0, 16, 16);
        const data = context?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray(4);
        return [0, 1, 2, 3].map((channel) => data.filter((_, i) => i % 4 === channel).reduce((a, b) => a + b, 0) / 256);
      });

  it('shows what is in the files of the overview', async () => {
    const { page, keep } = stage();
    await page.evaluate(() => {
      location.hash = '#/';
    });
    const island = 'a[data-path="models/island/tex_0.ktx2"] .map-picture';
    await page.locator(island).waitFor({ state: 'attached' });
    const [red = 0, green = 0, blue = 0, alpha = 0] = await middleOf(island);
    expect([green > red && red > blue, alpha]).toEqual([true, 255]);
    const model = 'a[data-path="models/island.hmesh"] .map-picture';
    await page.locator(model).waitFor({ state: 'attached' });
    const [, leaf = 0, sea = 0, opaque = 0] = await middleOf(model);
    // The island, not the sea around it.
    expect(leaf).toBeGreaterThan(sea * 1.2);
    expect(opaque).toBeGreaterThan(120);
    // A normal map of two channels, with the third.
    const normals = 'a[data-path="models/island/tex_1.ktx2"] .map-picture';
    await page.locator(normals).waitFor({ state: 'attached' });
    expect((await middleOf(normals))[2]).toBeGreaterThan(200);
    const listed = page.getByRole('region', { name: /^Largest/ }).locator('.thumbnail img');
    await expect.poll(() => listed.count()).toBeGreaterThan(6);
    expect(await page.locator('.map-text', { hasText: 'island / tex_0' }).count()).toBe(1);
    await keep('thumbnails');
  });

  it('maps folders, and goes into them', async () => {
    const { page, keep } = stage();
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await page.getByText('By folder').click();
    const groups = () => page.locator('.map-text.is-strong').allTextContents();
    await expect.poll(async () => (await groups()).some((text) => text.startsWith('models/'))).toBe(true);
    await keep('map-folders');
    await page.locator('[data-folder="models"]').first().dispatchEvent('click');
    await expect.poll(async () => (await groups()).some((text) => text.startsWith('island/'))).toBe(true);
    expect(await page.locator('.map a[data-path^="sky/"]').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Folders of the map' }).getByRole('button', { name: 'all' }).click();
    await expect.poll(() => page.locator('.map a[data-path^="sky/"]').count()).toBeGreaterThan(0);
    await page.getByText('By kind').click();
  });

  it('shows the textures of a material, and a file below the pointer', async () => {
    const { page, show, keep } = stage();
    await show('models/lighthouse.hmat');
    const slots = page.locator('.material-texture .thumbnail img');
    await expect.poll(() => slots.count()).toBe(3);
    const [red = 0, green = 0] = await middleOf('.material-texture .thumbnail img');
    expect(red).toBeGreaterThan(green * 1.3);
    await page.locator('.tree-row[title="models/lighthouse/tex_1.ktx2"]').hover();
    await page.locator('.tree-preview img').waitFor();
    await keep('thumbnails-tree');
    await page.mouse.move(900, 400);
    await page.locator('.tree-preview').waitFor({ state: 'detached' });
  });
}
