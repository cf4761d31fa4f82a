// A build with a failed asset: its status is on every page, and leads to the asset and to an explanation.

import { expect, it } from 'vitest';
import { makePng } from '../support/png.js';
import { UiProject } from '../ui/ui-project.js';
import type { Stage } from './stage.js';

export function buildStatusTests(stage: () => Stage): void {
  it('shows first what went wrong', async () => {
    const good = makePng(16, 16, (x, y) => [x * 16, y * 16, 0, 255]);
    const ui = new UiProject({
      'assetc.yml': 'budget: { "*": 100 }\n',
      'assets/textures/good.png': good,
      'assets/textures/bad.png': good.subarray(0, 60),
    });
    const { page, keep, address } = stage();
    try {
      await ui.build();
      await page.goto((await ui.server()).url);
      const line = page.locator('.status-line');
      await expect.poll(() => line.textContent()).toBe('1 error1 budget over');
      // Above the map.
      const problems = page.getByRole('region', { name: 'Problems' });
      await problems.waitFor();
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
      expect(await top('.overview-first')).toBeLessThan(await top('.overview-map'));
      await problems.locator('.diagnostic-code summary').click();
      await expect.poll(() => problems.locator('.diagnostic-code').textContent()).toMatch(/^image\/.+[a-z ]{20,}\./);
      // In the tree, although it has no output.
      const row = page.locator('.tree-row[title="textures/bad.png"]');
      expect(await row.textContent()).toContain('failed');
      expect(await row.locator('.status-dot.is-error').count()).toBe(1);
      expect(await page.locator('.tree-row[title="textures/good.ktx2"] .status-dot').count()).toBe(0);
      await keep('problems');
      await problems.getByRole('link', { name: 'textures/bad.png' }).click();
      await expect.poll(() => page.locator('.asset-head').textContent()).toBe('textures/bad.pngfailed');
      await page.locator('.failed-page .diagnostics li').waitFor();
      await line.click();
      await problems.waitFor();
    } finally {
      await page.goto(address);
      await ui.close();
    }
  });
}
