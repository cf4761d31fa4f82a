// The data of the overview and of the Why panel, held against what was built.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import type { UiAsset, UiOverview, UiStatus } from '../../packages/viewer/src/api.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

const noise = makePng(64, 64, (x, y) => [(x * 37) & 255, (y * 91) & 255, (x * y) & 255, 255]);

let ui: UiProject;
let overview: UiOverview;
let builtFrom = 0;
const read = async () => (await ui.json('/api/overview.json')) as UiOverview;
const status = async () => (await ui.json('/api/status.json')) as UiStatus;
const asset = async (path: string) => (await ui.json(`/api/asset/${path}.json`)) as UiAsset;

beforeAll(async () => {
  const builder = new GltfBuilder();
  addGrid(builder, 2, { material: 0 });
  builder.list('images', { uri: 'used.png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  const boxed = new GltfBuilder();
  addGrid(boxed, 3, { material: 0 });
  const other = makePng(16, 16, (x, y) => [x * 5, y * 7, 9, 255]);
  boxed.list('textures', { source: boxed.list('images', { mimeType: 'image/png', bufferView: boxed.view(other) }) });
  boxed.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  ui = new UiProject({
    'assetc.yml': [
      'embed: ["*.txt"]',
      'budget: { "*.ktx2": 1 kB, "*.txt": 100 }',
      'default: { rules: [{ match: "lonely*", texture: { quality: fast } }] }',
      '',
    ].join('\n'),
    'assets/model.gltf': builder.gltf(),
    'assets/boxed.glb': boxed.glb(),
    'assets/used.png': noise,
    'assets/lonely.png': makePng(8, 8, () => [1, 2, 3, 255]),
    'assets/sky.env/px.png': noise,
    ...Object.fromEntries(['nx', 'py', 'ny', 'pz', 'nz'].map((face) => [`assets/sky.env/${face}.png`, noise])),
    'assets/one.txt': 'the same words',
    'assets/two.txt': 'the same words',
    'assets/empty.txt': '',
    'assets/empty-too.txt': '',
  });
  const { status: ending, diagnostics, sourceBytes } = await ui.build();
  expect(ending).toBe('ok');
  expect(diagnostics.map(({ code }) => code)).toEqual(['build/over-budget']);
  builtFrom = sourceBytes;
  overview = await read();
});
afterAll(() => ui.close());

it('has every file with what it takes on the disk and on the GPU', async () => {
  const { files } = (await ui.json('/api/index.json')) as { files: { path: string; size: number }[] };
  expect(overview.assets.map(({ path, stored }) => [path, stored])).toEqual(
    files.map(({ path, size }) => [path, size]),
  );
  const lonely = overview.assets.find(({ path }) => path === 'lonely.ktx2');
  // 8², 4², 2² and 1² texels in blocks of 4² and 16 bytes.
  expect(lonely).toMatchObject({ kind: 'texture', video: (4 + 1 + 1 + 1) * 16, milliseconds: expect.any(Number) });
  expect(lonely?.source).toBe(makePng(8, 8, () => [1, 2, 3, 255]).length);
  const mesh = overview.assets.find(({ path }) => path === 'model.hmesh');
  expect(mesh?.video).toBe(mesh?.stored);
  expect(overview.assets.find(({ path }) => path === 'one.txt')).toMatchObject({ kind: 'embed', video: 0, source: 14 });
});

it('divides the bytes of sources among what was made of them, as the build counts them', () => {
  const sum = overview.assets.reduce((total, { source = 0 }) => total + source, 0);
  // Shares are whole numbers.
  expect(Math.abs(sum - builtFrom)).toBeLessThan(overview.assets.length);
});

it('finds textures that nobody refers to, duplicates, and nothing broken', () => {
  expect(overview.unused).toEqual(['lonely.ktx2']);
  expect(overview.duplicates).toEqual([['one.txt', 'two.txt']]);
  expect(overview.brokenReferences).toEqual([]);
});

it('adds up budgets', async () => {
  const ktx2 = overview.assets
    .filter(({ path }) => path.endsWith('.ktx2'))
    .reduce((sum, { stored }) => sum + stored, 0);
  expect(await status()).toEqual({
    problems: [],
    budgets: [
      { glob: '*.ktx2', limit: 1000, used: ktx2 },
      { glob: '*.txt', limit: 100, used: 28 },
    ],
  });
});

it('tells what `why` tells, with why it was last built', async () => {
  const first = await asset('lonely.ktx2');
  expect(first).toMatchObject({
    id: 'lonely.png',
    source: 'lonely.png',
    kind: 'texture',
    why: ['no earlier build is recorded'],
    would: [],
  });
  expect(first.settings[0]).toEqual({ name: 'texture.quality', value: '"fast"', from: 'default.rules[0]' });
  expect(first.dependencies).toContainEqual({ path: 'lonely.png', what: 'bytes', state: 'unchanged' });
  ui.project.write(
    'assets/lonely.png',
    makePng(8, 8, () => [9, 2, 3, 255]),
  );
  expect((await asset('lonely.ktx2')).would).toEqual(['lonely.png changed']);
  await ui.build();
  expect(await asset('lonely.ktx2')).toMatchObject({ why: ['lonely.png changed'], would: [] });
  expect((await asset('one.txt')).why).toEqual(['no earlier build is recorded']);
  expect(await ui.json('/api/asset/assets.hman.json')).toBeNull();
  expect((await ui.get('/api/asset/nowhere.ktx2.json')).status).toBe(404);
});

it('has the times of the last build alone, and what it said', async () => {
  ui.project.write('assets/used.png', 'no picture any more');
  await ui.build();
  const failed = await read();
  const { problems } = await status();
  // Its files of the build before are still there.
  const [texture = ''] = failed.assets.flatMap(({ path }) =>
    /^(model\/|tex\/|used).*\.ktx2$/.test(path) ? [path] : [],
  );
  expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', file: 'used.png', outputs: [texture] }));
  expect(problems.every(({ remedy, message, explanation }) => ![remedy, message, explanation].includes(''))).toBe(true);
  expect(failed.assets.filter(({ milliseconds }) => milliseconds !== undefined).map(({ path }) => path)).toEqual([
    'lonely.ktx2',
  ]);
});

it('finds references that lead nowhere', async () => {
  const [texture = ''] = overview.assets.flatMap(({ path }) =>
    /^(model\/|tex\/|used).*\.ktx2$/.test(path) ? [path] : [],
  );
  ui.project.removeSource(`runtime/${texture}`);
  const { brokenReferences } = await read();
  expect(brokenReferences).toEqual([
    { path: 'model.hmat', wants: expect.stringMatching(/^\[0\]\.baseColor = [0-9a-f]{16}$/) },
  ]);
});
