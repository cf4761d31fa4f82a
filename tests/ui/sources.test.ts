// Sources as the server decodes them, held against the pictures that they were made of; and what it refuses to show.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makeHdr } from '../support/make-hdr.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

type Pixel = readonly [number, number, number, number];
const colorful = (x: number, y: number): Pixel => [(x * 16) & 255, (y * 16) & 255, (x * y) & 255, 255];
const faceted = (face: number) => (): Pixel => [face * 40, 255 - face * 40, 7, 255];
const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

let ui: UiProject;
beforeAll(async () => {
  ui = new UiProject({
    'assetc.yml': 'default: { rules: [{ match: "small.png", texture: { maxSize: 8 } }] }\n',
    'assets/a.png': makePng(16, 12, colorful),
    'assets/twin.png': makePng(16, 12, colorful),
    'assets/bump.n.png': makePng(8, 8, () => [200, 90, 220, 255]),
    'assets/small.png': makePng(16, 16, () => [10, 20, 30, 255]),
    'assets/light.hdr': makeHdr(8, 4, (x, y) => [x + 1, y * 8, 0.5]),
    'assets/model.gltf': modelWithImage(),
    ...Object.fromEntries(FACES.map((face, i) => [`assets/sky.env/${face}.png`, makePng(4, 4, faceted(i))])),
    ...Object.fromEntries([0, 1, 2].map((i) => [`assets/stack.array/${i}.png`, makePng(4, 4, faceted(i))])),
    'assets/words.txt': 'no picture',
    'assets/private.png': makePng(2, 2, () => [1, 2, 3, 4]),
  });
  const { status, diagnostics } = await ui.build();
  expect([status, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual(['ok', []]);
});
afterAll(() => ui.close());

function modelWithImage(): string {
  const builder = new GltfBuilder();
  addGrid(builder, 2, { material: 0 });
  const base64 = Buffer.from(makePng(8, 8, (x, y) => [x * 30, y * 30, 99, 255])).toString('base64');
  builder.list('images', { uri: `data:image/png;base64,${base64}` });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  return builder.gltf();
}

async function sourceOf(path: string) {
  const { status, body, headers } = await ui.get(`/api/source/${path}`);
  expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/octet-stream']);
  const [width = 0, height = 0, channels, size] = [0, 4, 8, 12].map((at) => body.readUInt32LE(at));
  expect([channels, body.length]).toEqual([4, 16 + width * height * 4 * (size ?? 0)]);
  const texel = (x: number, y: number) =>
    [0, 1, 2, 3].map((c) => {
      const at = 16 + ((y * width + x) * 4 + c) * (size ?? 0);
      return size === 4 ? body.readFloatLE(at) : body[at];
    });
  return { width, height, size, texel };
}

it.each(['a.ktx2', 'twin.ktx2'])('gives every texel of an image as it was, also where %s was shared', async (path) => {
  const { width, height, size, texel } = await sourceOf(path);
  expect([width, height, size]).toEqual([16, 12, 1]);
  for (let y = 0; y < 12; y++) for (let x = 0; x < 16; x++) expect(texel(x, y)).toEqual(colorful(x, y));
});

it('gives normal maps, images inside models, and images at the size that was compiled', async () => {
  const normal = await sourceOf('bump.n.ktx2');
  expect(normal.texel(3, 3)?.slice(0, 2)).toEqual([200, 90]);
  const { files } = (await ui.json('/api/index.json')) as { files: { path: string }[] };
  const inside = files.find(({ path }) => path.startsWith('model/') && path.endsWith('.ktx2'))?.path ?? '';
  expect((await sourceOf(inside)).texel(2, 5)).toEqual([60, 150, 99, 255]);
  const small = await sourceOf('small.ktx2');
  expect([small.width, small.height, small.texel(7, 7)]).toEqual([8, 8, [10, 20, 30, 255]]);
});

it('gives light as floats', async () => {
  const { width, height, size, texel } = await sourceOf('light.ktx2');
  expect([width, height, size]).toEqual([8, 4, 4]);
  expect(texel(3, 2)).toEqual([4, 16, 0.5, 1]);
});

it('gives faces and layers one by one', async () => {
  for (const i of FACES.keys()) expect((await sourceOf(`sky.env.ktx2?face=${i}`)).texel(1, 1)).toEqual(faceted(i)());
  const { files } = (await ui.json('/api/index.json')) as { files: { path: string }[] };
  const stack = files.find(({ path }) => path.startsWith('stack'))?.path ?? '';
  for (const i of [0, 1, 2]) expect((await sourceOf(`${stack}?layer=${i}`)).texel(2, 2)).toEqual(faceted(i)());
  for (const beyond of ['face=6', 'layer=1'])
    expect((await ui.get(`/api/source/sky.env.ktx2?${beyond}`)).status).toBe(404);
  for (const nonsense of ['face=-1', 'face=x', 'layer=0.5'])
    expect((await ui.get(`/api/source/sky.env.ktx2?${nonsense}`)).status).toBe(400);
});

it('says which outputs have one', async () => {
  expect(await ui.json('/api/asset/a.ktx2.json')).toMatchObject({ id: 'a.png', kind: 'texture', sources: ['a.png'] });
  expect(await ui.json('/api/asset/model.hmesh.json')).toMatchObject({ id: 'model.gltf', sources: [] });
});

it.each(['a.png', 'assets/a.png', 'words.txt', 'model.hmesh', 'model.gltf', 'assets.hman', 'nowhere.ktx2'])(
  'shows no source for %s',
  async (path) => {
    expect((await ui.get(`/api/source/${path}`)).status).toBe(404);
  },
);

it('shows no source that has changed since, nor one that is gone', async () => {
  await sourceOf('private.ktx2');
  ui.project.write(
    'assets/a.png',
    makePng(16, 12, () => [0, 0, 0, 255]),
  );
  const changed = await ui.get('/api/source/a.ktx2');
  expect([changed.status, changed.body.toString()]).toEqual([404, 'its source has changed since it was compiled\n']);
});
