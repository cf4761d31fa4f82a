// Scenes, materials, clips and the manifest.

import { expect, it } from 'vitest';
import { type Stage, statisticsOf } from './stage.js';

export function otherViewTests(stage: () => Stage): void {
  it('draws a scene and tells its nodes, lights and cameras', async () => {
    const { page, show, keep } = stage();
    await show('extra/lamp.hscene');
    const nodes = await page.getByRole('tree', { name: 'Nodes' }).getByRole('treeitem').allTextContents();
    expect(nodes).toEqual(['root', 'ballmesh', 'bulbpoint light', 'beamspot light', 'eyecamera']);
    const side = await page.locator('.split-side').textContent();
    expect(side).toContain('Bulb');
    expect(side).toContain('12 cd');
    expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(5);
    await page.getByRole('treeitem', { name: /^eye/ }).click();
    // Content of a file is shown as text.
    await expect.poll(() => page.locator('.split-side').textContent()).toContain('{"note":"<b>not bold</b>"}');
    await keep('scene');
    const before = await page.locator('.stage canvas').screenshot();
    await page.getByRole('button', { name: 'Look through' }).click();
    await stage().settle();
    expect(before.equals(await page.locator('.stage canvas').screenshot())).toBe(false);
  });

  it('shows materials with their textures and all extended fields', async () => {
    const { page, show, keep } = stage();
    await show('extra/lamp.hmat');
    const side = page.locator('.split-side');
    await expect.poll(() => side.textContent()).toMatch(/Lacquer.*Clearcoat.*0\.75.*0\.125/s);
    await show('models/lighthouse.hmat');
    await page.getByRole('grid', { name: 'Materials' }).getByText('Plaster').click();
    await stage().settle();
    expect(await side.getByRole('link').allTextContents()).toContain('models/lighthouse/tex_3.ktx2');
    expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(5);
    await keep('material');
  });

  it('plays a file of clips on its model and plots its curves', async () => {
    const { page, show, keep } = stage();
    await show('models/dragon.hanim');
    const clips = page.getByRole('grid', { name: 'Clip', exact: true }).locator('tbody tr');
    await expect.poll(() => clips.count()).toBe(3);
    expect((await page.locator('.curve path').first().getAttribute('d'))?.length).toBeGreaterThan(50);
    // The clip that plays is the one whose channels are listed.
    const channels = page.locator('.panel', { has: page.getByRole('heading', { name: 'Channels' }) });
    expect(await channels.locator('.panel-note').textContent()).toBe('Swim');
    await clips.nth(2).click();
    await expect.poll(() => channels.locator('.panel-note').textContent()).toBe('Look');
    await page.getByRole('slider', { name: 'Time' }).fill('0.3');
    await stage().settle();
    await keep('animation');
    expect((await statisticsOf(page, '.stage canvas')).spread).toBeGreaterThan(5);
  });

  it('lists the manifest', async () => {
    const { page, show, keep } = stage();
    await show('assets.hman');
    const rows = page.getByRole('table', { name: 'Entries of the manifest' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(30);
    await expect.poll(() => page.locator('.is-broken').count()).toBe(0);
    await page.getByLabel(/^Find entries/).fill('dragon');
    expect(await rows.allTextContents()).toContainEqual(expect.stringMatching(/^models\/dragon\.hmeshmesh/));
    await keep('manifest');
  });
}
