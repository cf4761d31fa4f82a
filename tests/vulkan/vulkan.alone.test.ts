// examples/vulkan on a Vulkan device, under the validation layers: draws what @assetc/three draws, from blocks of any kind, and follows a watch.
// The pictures are in build/pictures/vulkan. Skipped without CMake, a compiler, a device or the layers: scripts/install/install-oracles.mjs.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHpack, encodeHpack } from '@assetc/formats';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing } from '../support/browser/launch.js';
import type { Camera, Level } from './demo-page.js';
import { drawWithThree } from './draw-with-three.js';
import { LiveDemo } from './follow.js';
import { buildRenderer, cli, difference, draw, environment, missing, root, runs, WIDTH } from './renderer.js';
import { resizeWindow, windowMissing } from './window.js';

const PICTURES = join(root, 'build/pictures/vulkan');
/** Of 255, the mean over all pixels that models cover. */
const MAX_DIFFERENCE = 3;
/** The title, in the lower left corner. */
const isTitle = (x: number, y: number): boolean => x < 160 && y > 300;

/** Not those that anything was adjusted by: another side of the island, and close to the dragon. */
const OTHER_CAMERAS: readonly Camera[] = [
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
    let frame: ReturnType<typeof draw>;
    beforeAll(() => {
      folder = buildRenderer();
      frame = draw(folder, 'frame.png');
      mkdirSync(PICTURES, { recursive: true });
      cpSync(join(folder, 'frame.png'), join(PICTURES, 'frame.png'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** The demo's pack with another camera. */
    const packFor = (camera: Camera, name: string): string => {
      const { entries } = decodeHpack(readFileSync(join(folder, 'build/assets.hpack')));
      const files = entries.map(({ path, bytes }) => {
        if (path !== 'scene/level.json') return { path, bytes };
        const level: Level = JSON.parse(new TextDecoder().decode(bytes));
        return { path, bytes: new TextEncoder().encode(JSON.stringify({ ...level, camera })) };
      });
      writeFileSync(join(folder, name), encodeHpack(files));
      return name;
    };

    it('draws without a message of the validation layers, and culls', () => {
      const { printed } = frame;
      const [, all, byMeshShaders, hidden, reduced, messages] =
        /: (\d+) meshlets( by mesh shaders)?, (\d+) hidden, (\d+) draws of a coarser level, (\d+) validation messages/.exec(
          printed,
        ) ?? [];
      expect(Number(messages)).toBe(0);
      // A task shader does not report what it hides.
      if (byMeshShaders === undefined) expect(Number(hidden)).toBeGreaterThan(0);
      expect(Number(hidden)).toBeLessThan(Number(all));
      expect(Number(reduced)).toBeGreaterThan(0);
    });

    it.skipIf(browserMissing !== undefined)('draws what @assetc/three draws, from three places', async () => {
      const assets = join(folder, 'build/assets');
      const level: Level = JSON.parse(readFileSync(join(assets, 'scene/level.json'), 'utf8'));
      const cameras = [level.camera, ...OTHER_CAMERAS];
      const pictures = await drawWithThree(assets, level, cameras);
      for (const [i, camera] of cameras.entries()) {
        const wanted = pictures[i] ?? new PNG();
        const { png } = i === 0 ? frame : draw(folder, `camera-${i}.png`, packFor(camera, `camera-${i}.hpack`));
        writeFileSync(join(PICTURES, `three-${i}.png`), PNG.sync.write(wanted));
        writeFileSync(join(PICTURES, `camera-${i}.png`), PNG.sync.write(png));
        const isModel = (x: number, y: number): boolean => (wanted.data[(y * WIDTH + x) * 4 + 3] ?? 0) > 0;
        const models = difference(png, wanted, (x, y) => isModel(x, y) && !isTitle(x, y));
        const sky = difference(png, wanted, (x, y) => !isModel(x, y) && !isTitle(x, y));
        expect(models.pixels).toBeGreaterThan(30_000);
        expect(models.mean).toBeLessThanOrEqual(MAX_DIFFERENCE);
        expect(sky.pixels).toBeGreaterThan(20_000);
        expect(sky.mean).toBeLessThanOrEqual(MAX_DIFFERENCE);
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
      const transcoded = draw(folder, 'universal.png', 'universal.hpack').png;
      cpSync(join(folder, 'universal.png'), join(PICTURES, 'universal.png'));
      expect(difference(frame.png, transcoded, (x, y) => !isTitle(x, y)).mean).toBeLessThan(2);
      // Corners differ, and nothing else.
      const title = difference(frame.png, transcoded, isTitle).mean;
      expect(title).toBeGreaterThan(0.5);
      expect(title).toBeLessThan(6);
    });

    it.each([
      ['compact', 'vertices: compact, indexWidth: smallest, compression: meshopt'],
      ['compact and split', 'vertices: compact, streams: split'],
      ['split', 'streams: split, indexWidth: smallest'],
    ])('draws the same from meshes in other forms: %s', (name, form) => {
      const demo = join(folder, `form of ${name}`);
      cpSync(join(root, 'examples/demo'), demo, { recursive: true });
      const settings = readFileSync(join(demo, 'assetc.yml'), 'utf8');
      const lods = 'mesh: { lods: [0.5, 0.25]';
      const island = `rules:\n    - { match: "models/island*", mesh: { vertices: full } }`;
      writeFileSync(join(demo, 'assetc.yml'), settings.replace(lods, `${lods}, ${form}`).replace('rules:', island));
      const pack = join(folder, `form-${name.length}`);
      const args = [cli, 'build', '--pack', '--preset', 'desktop', '--output', pack];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: demo, encoding: 'utf8', env: environment });
      expect(status, stderr).toBe(0);
      const { png, printed } = draw(folder, `form-${name.length}.png`, `form-${name.length}.hpack`);
      expect(printed).toContain(' 0 validation messages');
      // Leaves are blended in the order of their triangles.
      expect(difference(frame.png, png, () => true).mean).toBeLessThan(0.5);
    });

    it('shows what is saved while assetc watch runs, and keeps the last good scene', async () => {
      const demo = new LiveDemo(folder);
      try {
        const port = await demo.watch();
        demo.follow(port);
        let shown = await demo.nextFrame();
        const saves: readonly (readonly [string, () => string | Uint8Array])[] = [
          ['textures/brick.png', () => readFileSync(join(root, 'examples/demo/assets/textures/plaster.png'))],
          [
            'models/lighthouse.mtl',
            () => demo.read('models/lighthouse.mtl').replace('Kd 0.12 0.14 0.17', 'Kd 0.9 0.8 0.1'),
          ],
          ['models/lighthouse.obj', () => demo.read('models/lighthouse.obj').replaceAll(/^(v \S+) (\S+)/gm, '$1 1$2')],
          ['scene/level.json', () => demo.read('scene/level.json').replace('"fovDegrees": 38', '"fovDegrees": 60')],
        ];
        for (const [path, content] of saves) {
          demo.save(path, content());
          shown = await demo.nextFrame(shown);
        }
        demo.save('textures/brick.png', 'not a picture');
        expect(await demo.until(/the build failed: the last good scene stays\n/)).not.toContain('frame');
        expect(demo.picture()?.data.equals(shown.data)).toBe(true);

        await demo.stopWatch();
        await demo.until(/assetc watch is gone: waiting for it\n/);
        demo.save('textures/brick.png', readFileSync(join(root, 'examples/demo/assets/textures/grass.png')));
        await demo.watch(port);
        await demo.until(/following assetc watch\n/);
        await demo.nextFrame(shown);
        expect(demo.renderer.errors).toBe('');
        expect(demo.renderer.printed).not.toMatch(/[1-9]\d* validation/);
      } finally {
        await demo.end();
      }
    });

    it.skipIf(windowMissing.length > 0)(
      `draws in a window of any size${windowMissing.length > 0 ? `, without ${windowMissing.join(', ')}` : ''}`,
      () =>
        resizeWindow(folder, [
          [200, 300],
          [401, 99],
        ]),
    );

    it.skipIf(!runs('spirv-val', '--version'))('has valid mesh shaders, which this device may not run', () => {
      for (const stage of ['task', 'mesh']) {
        const file = join(folder, `build/shaders/scene/${stage}.spv`);
        const { status, stderr } = spawnSync('spirv-val', ['--target-env', 'vulkan1.3', file], { encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      }
    });
  },
);
