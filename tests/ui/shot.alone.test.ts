// `assetc ui --shot`, as a user runs it, with the browser of the tests.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { afterAll, expect, it } from 'vitest';
import { browserMissing, browserProgram } from '../support/browser/launch.js';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { texturedGrid } from './live-page.js';

const project = new DiskProject({
  'assetc.yml': 'output: out\n',
  'assets/model.gltf': texturedGrid(4),
  'assets/textures/wood.png': makePng(64, 64, () => [220, 30, 30, 255]),
});
afterAll(() => project.remove());

const draw = (...args: string[]) =>
  spawnSync(process.execPath, [cli, 'ui', '--shot', ...args], {
    cwd: project.root,
    env: { ...project.env(), ...browserProgram?.environment, ASSETC_BROWSER: browserProgram?.path },
    encoding: 'utf8',
  });

it.skipIf(!hasCli || browserMissing !== undefined)('draws the picture of a model, and nothing around it', () => {
  expect(project.run(['build']).status).toBe(0);
  const { status, stdout, stderr } = draw('model.png', '--asset', 'model', '--size', '320x200');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^drew model into model\.png: [\d.]+ kB\n$/);
  const { width, height, data } = PNG.sync.read(readFileSync(project.path('model.png')));
  expect([width, height]).toEqual([320, 200]);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  const isRed = ([red = 0, green = 0]: readonly number[]) => red > 2 * green;
  const reds = Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))).filter(isRed);
  expect(reds.length).toBeGreaterThan(2000);
  // The stage reaches every corner.
  for (const [x, y] of [
    [0, 0],
    [319, 0],
    [319, 199],
  ] as const)
    expect(Math.max(...at(x, y)) - Math.min(...at(x, y))).toBeLessThan(24);
  const unknown = draw('model.png', '--asset', 'nowhere');
  expect([unknown.status, /cli\/unknown-asset/.test(unknown.stderr)]).toEqual([2, true]);
});
