// examples/vulkan on a Vulkan device, under the validation layers: draws what @assetc/three draws, from blocks of any kind, and follows a watch.
// The pictures are in build/pictures/vulkan. Skipped without CMake, a compiler, a device or the layers: scripts/install/install-oracles.mjs.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHpack, encodeHpack } from '@assetc/formats';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { bundlePage, HOST, openPage } from '../three/browser-page.js';
import type * as pageModule from './demo-page.js';
import { buildRenderer, cli, difference, draw, environment, HEIGHT, missing, root, runs, WIDTH } from './renderer.js';

declare const assetcPage: typeof pageModule;

const PICTURES = join(root, 'build/pictures/vulkan');
/** Of 255, the mean over all pixels that models cover. */
const MAX_DIFFERENCE = 3;
/** The title, in the lower left corner. */
const isTitle = (x: number, y: number): boolean => x < 160 && y > 300;

/** Not those that anything was adjusted by: another side of the island, and close to the dragon. */
const OTHER_CAMERAS: readonly pageModule.Camera[] = [
  { eye: [-9, 6, 14], target: [0, 3, 0], fovDegrees: 45 },
  { eye: [-8, 2.5, 5], target: [-13, 1.5, -0.5], fovDegrees: 50 },
];

describe('the source of examples/vulkan', () => {
  it('has at most 1200 lines, in files of at most 200', () => {
    const folder = join(root, 'examples/vulkan/src');
    const lines = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1200);
    expect(Math.max(...lines)).toBeLessThanOrEqual(200);
  });
});

describe.skipIf(missing.length > 0)(
  `examples/vulkan${missing.length > 0 ? `, without ${missing.join(', ')}` : ''}`,
  () => {
    let folder = '';
    beforeAll(() => {
      folder = buildRenderer();
      mkdirSync(PICTURES, { recursive: true });
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** The demo's pack with another camera. */
    const packFor = (camera: pageModule.Camera, name: string): string => {
      const { entries } = decodeHpack(readFileSync(join(folder, 'build/assets.hpack')));
      const files = entries.map(({ path, bytes }) => {
        if (path !== 'scene/level.json') return { path, bytes };
        const level: pageModule.Level = JSON.parse(new TextDecoder().decode(bytes));
        return { path, bytes: new TextEncoder().encode(JSON.stringify({ ...level, camera })) };
      });
      writeFileSync(join(folder, name), encodeHpack(files));
      return name;
    };

    it('draws without a message of the validation layers, and culls', () => {
      const { printed } = draw(folder, 'frame.png');
      cpSync(join(folder, 'frame.png'), join(PICTURES, 'frame.png'));
      const [, all, hidden, reduced, messages] =
        /: (\d+) meshlets, (\d+) hidden, (\d+) draws of a coarser level, (\d+) validation messages/.exec(printed) ?? [];
      expect(Number(messages)).toBe(0);
      expect(Number(hidden)).toBeGreaterThan(0);
      expect(Number(hidden)).toBeLessThan(Number(all));
      expect(Number(reduced)).toBeGreaterThan(0);
    });

    it.skipIf(browserMissing !== undefined)('draws what @assetc/three draws, from three places', async () => {
      const browser = await launchBrowser();
      try {
        const assets = join(folder, 'build/assets');
        const files = {
          get: (path: string) => {
            const file = join(assets, path.replace(/^assets\//, ''));
            return existsSync(file) ? readFileSync(file) : undefined;
          },
        };
        const { page } = await openPage(browser, await bundlePage('../vulkan/demo-page.ts', 'three'), files);
        const level: pageModule.Level = JSON.parse(readFileSync(join(assets, 'scene/level.json'), 'utf8'));
        const cameras = [level.camera, ...OTHER_CAMERAS];
        const view: pageModule.View = { cameras, width: WIDTH, height: HEIGHT, time: 0.75 };
        const drawn = await page.evaluate(([source, scene, v]) => assetcPage.drawDemo(source, scene, v), [
          `${HOST}/assets`,
          level,
          view,
        ] as const);
        for (const [i, camera] of cameras.entries()) {
          const wanted = new PNG({ width: WIDTH, height: HEIGHT });
          wanted.data.set(Buffer.from(drawn[i] ?? '', 'base64'));
          const { png } = draw(folder, `camera-${i}.png`, packFor(camera, `camera-${i}.hpack`));
          writeFileSync(join(PICTURES, `three-${i}.png`), PNG.sync.write(wanted));
          cpSync(join(folder, `camera-${i}.png`), join(PICTURES, `camera-${i}.png`));
          const isModel = (x: number, y: number): boolean => (wanted.data[(y * WIDTH + x) * 4 + 3] ?? 0) > 0;
          const models = difference(png, wanted, (x, y) => isModel(x, y) && !isTitle(x, y));
          const sky = difference(png, wanted, (x, y) => !isModel(x, y) && !isTitle(x, y));
          expect(models.pixels).toBeGreaterThan(30_000);
          expect(models.mean).toBeLessThanOrEqual(MAX_DIFFERENCE);
          expect(sky.pixels).toBeGreaterThan(20_000);
          expect(sky.mean).toBeLessThanOrEqual(MAX_DIFFERENCE);
        }
      } finally {
        await browser.close();
      }
    });

    it('transcodes UASTC and UASTC HDR, and draws an SDF as well as an MSDF', () => {
      const demo = join(folder, 'demo');
      cpSync(join(root, 'examples/demo'), demo, { recursive: true });
      const settings = readFileSync(join(demo, 'assetc.yml'), 'utf8');
      writeFileSync(
        join(demo, 'assetc.yml'),
        settings
          .replace('target: bc }', 'target: universal }')
          .replace('field: msdf', 'field: sdf')
          .replaceAll(/quality: \w+/g, 'quality: fast'),
      );
      const args = [cli, 'build', '--pack', '--preset', 'desktop', '--output', join(folder, 'universal')];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: demo, encoding: 'utf8', env: environment });
      expect(status, stderr).toBe(0);
      const blocks = draw(folder, 'frame.png').png;
      const transcoded = draw(folder, 'universal.png', 'universal.hpack').png;
      cpSync(join(folder, 'universal.png'), join(PICTURES, 'universal.png'));
      expect(difference(blocks, transcoded, (x, y) => !isTitle(x, y)).mean).toBeLessThan(2);
      // Corners differ, and nothing else.
      const title = difference(blocks, transcoded, isTitle).mean;
      expect(title).toBeGreaterThan(0.5);
      expect(title).toBeLessThan(6);
    });

    it.skipIf(!runs('spirv-val', '--version'))('has valid mesh shaders, which this device may not run', () => {
      for (const stage of ['task', 'mesh']) {
        const file = join(folder, `build/shaders/scene/${stage}.spv`);
        const { status, stderr } = spawnSync('spirv-val', ['--target-env', 'vulkan1.3', file], { encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      }
    });
  },
);
