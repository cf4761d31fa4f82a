// An output whose last build failed: there is no manifest, but everything that was compiled is shown whole.

import { expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { UiProject } from '../ui/ui-project.js';
import { type Stage, statisticsOf } from './stage.js';

/** A textured grid that turns. */
function turningGrid(image: string): string {
  const builder = new GltfBuilder();
  builder.node({ mesh: addGrid(builder, 4, { material: 0 }) });
  builder.list('images', { uri: image });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 } });
  const input = builder.accessor(new Float32Array([0, 1]), 'SCALAR', { min: [0], max: [1] });
  const output = builder.accessor(new Float32Array([0, 0, 0, 1, 0, 1, 0, 0]), 'VEC4');
  builder.list('animations', {
    name: 'Turn',
    samplers: [{ input, output }],
    channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
  });
  return builder.gltf();
}

const stripes = makePng(64, 64, (x, y) => [255, (x & 8) * 31, (y & 16) * 15, 255]);

export function failedBuildTests(stage: () => Stage): void {
  it('shows models of a failed build with their textures and clips, and that it failed', async () => {
    const ui = new UiProject({
      'assetc.yml': 'default: { texture: { quality: fast } }\n',
      'assets/whole.gltf': turningGrid('stripes.png'),
      'assets/part.gltf': turningGrid('broken.png'),
      'assets/stripes.png': stripes,
      'assets/broken.png': 'no picture',
    });
    try {
      expect((await ui.build()).status).toBe('failed');
      const { page, keep } = stage();
      await page.goto(`${(await ui.server()).url}#/whole.hmesh`);
      await page.locator('.stage[aria-busy=false]').waitFor();
      await expect.poll(() => page.locator('.failed-build').textContent()).toContain('no manifest yet');
      expect(await page.locator('.stage .error-box').count()).toBe(0);
      await stage().settle();
      // Stripes have many colors, a plain surface has few.
      const whole = await statisticsOf(page, '.stage canvas');
      await keep('failed-build-whole');
      expect(whole.colors).toBeGreaterThan(1000);
      expect(
        await page.getByRole('grid', { name: 'Clip', exact: true }).locator('tbody td:first-child').allTextContents(),
      ).toContain('Turn');
      await page.goto(`${(await ui.server()).url}#/whole.hmat`);
      await expect.poll(() => page.locator('.asset-view a[href*="tex_0.ktx2"]').count()).toBeGreaterThan(0);
      // Its own texture is missing: the rest of it is there.
      await page.goto(`${(await ui.server()).url}#/part.hmesh`);
      const message = page.locator('.stage .error-box');
      await expect.poll(() => message.textContent()).toMatch(/^Not all of it can be shown/);
      expect(await message.textContent()).not.toContain('given bytes');
      await expect
        .poll(() =>
          page.getByRole('grid', { name: 'Clip', exact: true }).locator('tbody td:first-child').allTextContents(),
        )
        .toContain('Turn');
      await keep('failed-build-part');
    } finally {
      await stage().page.goto(stage().address);
      await ui.close();
    }
  });
}
