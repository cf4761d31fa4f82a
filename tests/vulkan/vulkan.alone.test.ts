// examples/vulkan on a Vulkan device, under the validation layers: builds, draws what @assetc/three draws, and shows a texture that was saved.
// The pictures are in build/pictures/vulkan. Skipped without CMake, a compiler, a device or the layers: scripts/install/install-oracles.mjs.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { bundlePage, HOST, openPage } from '../three/browser-page.js';
import type * as pageModule from './demo-page.js';

declare const assetcPage: typeof pageModule;

const root = resolve(import.meta.dirname, '../..');
const cli = join(root, 'packages/compiler/dist/cli.js');
const PICTURES = join(root, 'build/pictures/vulkan');
const [WIDTH, HEIGHT] = [640, 360];
/** Of 255, the mean over all pixels that models cover. */
const MAX_DIFFERENCE = 3;

const runs = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const missing = [
  ...(runs('cmake', '--version') ? [] : ['cmake']),
  ...(runs('c++', '--version') ? [] : ['a C++ compiler']),
  ...(existsSync('/usr/include/vulkan/vulkan.h') ? [] : ['libvulkan-dev']),
  ...(existsSync('/usr/include/zstd.h') ? [] : ['libzstd-dev']),
  ...(existsSync('/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json')
    ? []
    : ['the validation layers']),
  ...(existsSync('/usr/share/vulkan/icd.d/lvp_icd.x86_64.json') ? [] : ['mesa-vulkan-drivers']),
];

describe.skipIf(missing.length > 0)(
  `examples/vulkan${missing.length > 0 ? `, without ${missing.join(', ')}` : ''}`,
  () => {
    let folder = '';
    let child: ChildProcess | undefined;
    const program = (): string => join(folder, 'build/assetc-vulkan');
    const png = (name: string): PNG => PNG.sync.read(readFileSync(join(folder, name)));
    const environment = { ...process.env, VK_ICD_FILENAMES: '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json', SLANGC: '' };

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'assetc-vulkan-'));
      mkdirSync(PICTURES, { recursive: true });
      const tool = join(folder, 'assetc');
      writeFileSync(tool, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, { mode: 0o755 });
      const source = join(root, 'examples/vulkan');
      const build = join(folder, 'build');
      for (const args of [
        ['-S', source, '-B', build, `-DASSETC_EXECUTABLE=${tool}`, '-DCMAKE_BUILD_TYPE=Debug'],
        ['--build', build],
      ]) {
        const { status, stdout, stderr } = spawnSync('cmake', args, { encoding: 'utf8', env: environment });
        expect(status, `${stdout}${stderr}`).toBe(0);
      }
    });
    afterAll(() => {
      child?.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    const draw = (picture: string): string => {
      const args = ['--headless', join(folder, picture), '--size', `${WIDTH}x${HEIGHT}`, '--time', '0.75'];
      const { status, stdout, stderr } = spawnSync(program(), args, { encoding: 'utf8', env: environment });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      return stdout;
    };

    it('draws without a message of the validation layers, and culls', () => {
      const printed = draw('frame.png');
      cpSync(join(folder, 'frame.png'), join(PICTURES, 'frame.png'));
      const [, all, hidden, reduced, messages] =
        /: (\d+) meshlets, (\d+) hidden, (\d+) draws of a coarser level, (\d+) validation messages/.exec(printed) ?? [];
      expect(Number(messages)).toBe(0);
      expect(Number(hidden)).toBeGreaterThan(0);
      expect(Number(hidden)).toBeLessThan(Number(all));
      expect(Number(reduced)).toBeGreaterThan(0);
    });

    it.skipIf(browserMissing !== undefined)('draws what @assetc/three draws', async () => {
      draw('frame.png');
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
        const text = await page.evaluate(([source, scene, size]) => assetcPage.drawDemo(source, scene, size), [
          `${HOST}/assets`,
          level,
          { width: WIDTH, height: HEIGHT, time: 0.75 },
        ] as const);
        const wanted = new PNG({ width: WIDTH, height: HEIGHT });
        wanted.data.set(Buffer.from(text, 'base64'));
        writeFileSync(join(PICTURES, 'three.png'), PNG.sync.write(wanted));
        const { data } = png('frame.png');
        let [sum, count] = [0, 0];
        for (let i = 0; i < data.length; i += 4) {
          // Text has no depth and no model under it.
          const [x, y] = [(i / 4) % WIDTH, Math.floor(i / 4 / WIDTH)];
          if (data[i + 3] === 0 || wanted.data[i + 3] === 0 || (x < 160 && y > 300)) continue;
          for (let channel = 0; channel < 3; channel++)
            sum += Math.abs((data[i + channel] ?? 0) - (wanted.data[i + channel] ?? 0));
          count += 3;
        }
        expect(count).toBeGreaterThan(100_000);
        expect(sum / count).toBeLessThanOrEqual(MAX_DIFFERENCE);
      } finally {
        await browser.close();
      }
    });

    it('shows a texture that was saved in the next frame', async () => {
      const demo = join(folder, 'demo');
      cpSync(join(root, 'examples/demo'), demo, { recursive: true });
      const build = (): void => {
        const args = [cli, 'build', '--pack', '--preset', 'desktop', '--output', join(folder, 'live')];
        const { status, stderr } = spawnSync(process.execPath, args, { cwd: demo, encoding: 'utf8', env: environment });
        expect(status, stderr).toBe(0);
      };
      build();
      const args = [
        '--headless',
        join(folder, 'live.png'),
        '--size',
        `${WIDTH}x${HEIGHT}`,
        '--frames',
        '2',
        '--assets',
        join(folder, 'live.hpack'),
      ];
      const started = spawn(program(), args, { env: environment });
      child = started;
      let printed = '';
      const until = (text: string): Promise<void> =>
        new Promise((done, reject) => {
          const check = (): void => (printed.includes(text) ? done() : undefined);
          started.stdout.on('data', (bytes: Buffer) => {
            printed += bytes.toString();
            check();
          });
          started.once('exit', () => (printed.includes(text) ? done() : reject(new Error(`it ended: ${printed}`))));
          check();
        });
      await until('frame 0');
      const before = png('live.png').data;
      cpSync(join(demo, 'assets/textures/plaster.png'), join(demo, 'assets/textures/brick.png'));
      build();
      await until('frame 1');
      expect(Buffer.compare(before, png('live.png').data)).not.toBe(0);
      expect(printed).not.toMatch(/[1-9]\d* validation/);
    });
  },
);
