// The picture of a model as it opens: its sky, the shadow below it, its exposure, and bones on request.

import { expect, it } from 'vitest';
import { canvasPicture } from './canvas-picture.js';
import type { Stage } from './stage.js';

const MODEL = '.stage[aria-busy=false] > canvas';

export function pictureTests(stage: () => Stage): void {
  const pixels = async () => {
    const { width, height, at } = await canvasPicture(stage(), MODEL);
    return Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
  };
  const countOf = async (holds: (red: number, green: number, blue: number) => boolean) =>
    (await pixels()).filter(([red, green, blue]) => holds(red, green, blue)).length;
  /** Darker than the background of the dark theme, #1b1f26, but of its hue. */
  const isShadow = (red: number, green: number, blue: number): boolean => {
    const [r, g, b] = [red / 0x1b, green / 0x1f, blue / 0x26];
    return Math.max(r, g, b) < 0.93 && Math.max(r, g, b) - Math.min(r, g, b) < 0.08;
  };
  const brightness = async () => {
    const all = await pixels();
    return all.reduce((sum, [red, green, blue]) => sum + red + green + blue, 0) / all.length;
  };

  it('is lit by the sky of the output, in front of it, on a soft shadow', async () => {
    const { page, show, keep } = stage();
    await show('models/lighthouse.hmesh');
    expect(await page.getByRole('checkbox', { name: 'Sky' }).isChecked()).toBe(true);
    const isBackground = (red: number, green: number, blue: number) => red === 0x1b && green === 0x1f && blue === 0x26;
    expect(await countOf(isBackground)).toBe(0);
    await keep('picture-sky');
    await page.getByRole('checkbox', { name: 'Sky' }).uncheck();
    const background = await countOf(isBackground);
    expect(background).toBeGreaterThan(50_000);
    const shadow = await countOf(isShadow);
    expect(shadow).toBeGreaterThan(1000);
    await keep('picture-shadow');
    // Colors of normals are read against a plain background.
    await page.getByLabel('Surface').selectOption({ label: 'Normals' });
    expect(await countOf(isShadow)).toBeLessThan(shadow / 2);
    expect(await countOf(isBackground)).toBeGreaterThan(background);
  });

  it('has an exposure, which the next model does not keep', async () => {
    const { page, show } = stage();
    await show('models/dragon.hmesh');
    const before = await brightness();
    await page.getByRole('slider', { name: 'Exposure' }).fill('1.5');
    expect(await brightness()).toBeGreaterThan(before * 1.25);
    await show('models/lighthouse.hmesh');
    await show('models/dragon.hmesh');
    expect(Math.abs((await brightness()) - before)).toBeLessThan(before * 0.02);
  });

  it('draws joints as bones', async () => {
    const { page, show, keep } = stage();
    await show('models/dragon.hmesh');
    await page.getByRole('checkbox', { name: 'Sky' }).uncheck();
    const isBone = (red: number, green: number, blue: number) => blue > 120 && blue > green * 1.2 && green > red;
    const before = await countOf(isBone);
    await page.getByRole('checkbox', { name: 'Skeleton' }).check();
    expect(await countOf(isBone)).toBeGreaterThan(before + 200);
    await keep('picture-bones');
  });
}
