// Normals and tangents as lines. On a ball they stand out by their length all around, and stay on it when it swells.

import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { Stage } from './stage.js';

/** Of the lines' tips, as the page draws them. */
const NORMAL = [0x2f, 0xb4, 0xff];
/** Of either handedness. */
const TANGENTS = [
  [0xff, 0x9d, 0x2e],
  [0xff, 0x4f, 0xa3],
];
/** Length over the radius of the bounds, and that of the box around a ball over the ball's. */
const REACH = 0.04 * Math.sqrt(3);

interface Seen {
  readonly width: number;
  readonly normals: number;
  readonly tangents: number;
}

export function meshLineTests(stage: () => Stage): void {
  /** How wide what is drawn is around its middle, in pixels, and how many pixels have the lines' colors. */
  const seen = async (): Promise<Seen> => {
    const { page, settle } = stage();
    await settle();
    const { data, width, height } = PNG.sync.read(await page.locator('.stage canvas').screenshot());
    const at = (x: number, y: number, c: number) => data[(y * width + x) * 4 + c] ?? 0;
    const differs = (x: number, y: number, color: readonly number[]) =>
      Math.max(...color.map((value, c) => Math.abs(at(x, y, c) - value)));
    const ground = [0, 1, 2].map((c) => at(4, 4, c));
    // A row alone may lie between two lines.
    const rows = Array.from({ length: 41 }, (_, i) => (height >> 1) - 20 + i);
    const drawn = Array.from({ length: width }, (_, x) => x).filter((x) =>
      rows.some((y) => differs(x, y, ground) > 12),
    );
    let [normals, tangents] = [0, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (differs(x, y, NORMAL) < 40) normals++;
        if (TANGENTS.some((color) => differs(x, y, color) < 40)) tangents++;
      }
    return { width: (drawn.at(-1) ?? 0) - (drawn[0] ?? 0), normals, tangents };
  };
  const toggle = (name: string) => stage().page.getByRole('checkbox', { name, exact: true });

  it('stand on a ball by their length, also when a morph target moves it', async () => {
    const { page, show, keep } = stage();
    // As nobody has touched it.
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await page.locator('.asset-view').waitFor({ state: 'detached' });
    await show('extra/lamp.hmesh');
    await toggle('Sky').uncheck();
    // Room for the ball when it swells.
    await page.locator('.stage > canvas').hover();
    await page.mouse.wheel(0, 700);
    const plain = await seen();
    expect(plain.normals).toBeLessThan(50);
    await toggle('Normals').check();
    const lined = await seen();
    await keep('mesh-normal-lines');
    expect(lined.normals).toBeGreaterThan(3000);
    expect(lined.width / plain.width).toBeCloseTo(1 + REACH, 1.7);
    await page.getByRole('slider', { name: 'swell' }).fill('1');
    const swollen = await seen();
    await toggle('Normals').uncheck();
    const bare = await seen();
    expect(bare.width / plain.width).toBeGreaterThan(1.4);
    expect(swollen.width / bare.width).toBeCloseTo(1 + REACH / 1.5, 1.7);
    expect(bare.normals).toBeLessThan(50);
    expect(await toggle('Tangents').isDisabled()).toBe(true);
  });

  it('follow the joints of a skin', async () => {
    const { page, show, keep } = stage();
    await show('models/dragon.hmesh');
    await toggle('Tangents').check();
    const rest = await seen();
    expect(rest.tangents).toBeGreaterThan(300);
    await page.getByRole('grid', { name: 'Clip', exact: true }).locator('tbody tr').nth(1).click();
    await page.getByRole('slider', { name: 'Time' }).fill('0.5');
    const moved = await seen();
    await keep('mesh-tangent-lines');
    expect(moved.tangents).toBeGreaterThan(300);
    await toggle('Tangents').uncheck();
    expect((await seen()).tangents).toBeLessThan(rest.tangents / 2);
  });
}
