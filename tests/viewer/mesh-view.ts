// The mesh view: what is drawn, with what on it, at which level, moving or not.

import { expect, it } from 'vitest';
import { type Stage, statisticsOf } from './stage.js';

export function meshViewTests(stage: () => Stage): void {
  const drawn = async (): Promise<number> => {
    const text = (await stage().page.locator('.stage-note').textContent()) ?? '';
    return Number((/^([\d,]+) triangles/.exec(text)?.[1] ?? '').replaceAll(',', ''));
  };
  const surface = async (name: string): Promise<void> => {
    await stage().page.getByLabel('Surface').selectOption({ label: name });
    await stage().settle();
  };

  it('draws a model with its materials', async () => {
    const { page, show, keep } = stage();
    await show('models/lighthouse.hmesh');
    const { spread, colors } = await statisticsOf(page, '.stage canvas');
    expect(spread).toBeGreaterThan(8);
    expect(colors).toBeGreaterThan(500);
    await keep('mesh-lighthouse');
  });

  it.each([
    ['Meshlets', 40],
    ['Normals', 20],
    ['UV checker', 20],
    ['Texel density', 20],
    ['Overdraw', 3],
  ])('shows %s in colors', async (name, least) => {
    await surface(name);
    const { colors, spread } = await statisticsOf(stage().page, '.stage canvas');
    await stage().keep(`mesh-${name.toLowerCase().replace(' ', '-')}`);
    expect(colors).toBeGreaterThan(least);
    expect(spread).toBeGreaterThan(3);
  });

  it('shows what other forms would save, and where compact vertices differ', async () => {
    const { page, show, keep } = stage();
    await show('models/lighthouse.hmesh');
    const panel = page.locator('.panel', { hasText: 'Other forms' });
    const text = (await panel.textContent()) ?? '';
    expect(text).toMatch(/Compact[\d.]+ kB \(−\d+ %\).*Compressed[\d.]+ kB \(−\d+ %\).*Both[\d.]+ kB \(−\d+ %\)/);
    await panel.getByRole('button', { name: 'Show where compact differs' }).click();
    await stage().settle();
    const legend = page.locator('.stage-legend');
    expect(await legend.textContent()).toMatch(/0\s+[\d.e-]+ units/);
    const positions = await statisticsOf(page, '.stage canvas');
    expect(positions.colors).toBeGreaterThan(40);
    await keep('mesh-compact-error');
    await legend.getByText('Tangent').click();
    await stage().settle();
    expect(await legend.textContent()).toMatch(/0\s+[\d.e-]+°/);
    expect((await statisticsOf(page, '.stage canvas')).mean).not.toBe(positions.mean);
    await surface('Lit');
  });

  it('gives the level that the slider asks for', async () => {
    const { page, show, keep } = stage();
    await show('models/dragon.hmesh');
    await page.getByRole('checkbox', { name: 'Wireframe' }).check();
    await stage().settle();
    const fine = await drawn();
    await page.getByRole('slider', { name: 'Level' }).fill('2');
    await stage().settle();
    const coarse = await drawn();
    expect(fine).toBeGreaterThan(1000);
    expect(coarse).toBeLessThan(fine * 0.4);
    await keep('mesh-coarse');
    await page.getByRole('checkbox', { name: /^Automatic/ }).check();
    await page.getByRole('slider', { name: 'Error' }).fill('22');
    await stage().settle();
    expect(await drawn()).toBe(coarse);
    await page.getByRole('slider', { name: 'Error' }).fill('0');
    await stage().settle();
    expect(await drawn()).toBeGreaterThan(coarse);
  });

  it('plays clips and can be drawn along them', async () => {
    const { page, show, keep } = stage();
    await show('models/dragon.hmesh');
    await page.getByRole('checkbox', { name: 'Skeleton' }).check();
    await page.getByRole('grid', { name: 'Clip', exact: true }).locator('tbody tr').nth(1).click();
    const slider = page.getByRole('slider', { name: 'Time' });
    await slider.fill('0');
    await stage().settle();
    const before = await page.locator('.stage canvas').screenshot();
    await keep('mesh-clip');
    await slider.fill('0.4');
    await stage().settle();
    expect(before.equals(await page.locator('.stage canvas').screenshot())).toBe(false);
    await page.getByRole('button', { name: 'Play' }).click();
    const time = await slider.inputValue();
    await page.waitForFunction(
      ([selector, was]) => document.querySelector<HTMLInputElement>(selector ?? '')?.value !== was,
      ['input[aria-valuetext$=" s"]', time] as const,
    );
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  it('shows chunks and their bytes', async () => {
    const { page, show } = stage();
    await show('models/fern.hmesh');
    const rows = page.getByRole('grid', { name: /^Chunks/ }).locator('tbody tr');
    expect(await rows.allTextContents()).toContainEqual(expect.stringMatching(/^DESC/));
    await rows.filter({ hasText: 'DESC' }).click();
    await page.waitForSelector('.chunk-bytes .hex-row');
    // DESC ends with the limits of its meshlets: 64 vertices, 124 triangles.
    const row = page.locator('.chunk-bytes .hex-row').nth(3);
    await expect.poll(() => row.textContent()).toContain('40 00 00 00 7c 00 00 00');
    await stage().keep('mesh-chunks');
  });

  it('draws the cut of the clusters that the error allows', async () => {
    const { page, show, keep } = stage();
    await show('extra/rock.hmesh');
    await surface('Cluster levels');
    const fine = await drawn();
    expect(fine).toBe(2 * 72 * 96);
    await page.getByRole('checkbox', { name: /^Automatic/ }).check();
    await page.getByRole('slider', { name: 'Error' }).fill('9');
    await stage().settle();
    expect(await drawn()).toBeLessThan(fine * 0.8);
    await keep('mesh-cluster-levels');
    await surface('Clusters');
    expect((await statisticsOf(page, '.stage canvas')).colors).toBeGreaterThan(200);
    await keep('mesh-clusters');
  });

  it('moves morph targets and shows vertex colors', async () => {
    const { page, show, keep } = stage();
    await show('extra/lamp.hmesh');
    await surface('Vertex colors');
    const before = await statisticsOf(page, '.stage canvas');
    expect(before.colors).toBeGreaterThan(50);
    await page.getByRole('slider', { name: 'swell' }).fill('1');
    await stage().settle();
    await keep('mesh-morph');
    const after = await statisticsOf(page, '.stage canvas');
    expect(Math.abs(after.mean - before.mean)).toBeGreaterThan(5);
  });
}
