// What the server measures of meshes: the sizes that builds with these settings write.

import type { UiIndex, UiMeshForms } from '@assetc/viewer/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '../../packages/compiler/src/index.js';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

let ui: UiProject;
beforeAll(async () => {
  ui = new UiProject({
    'assets/tile.glb': tile(),
    'assets/a.png': makePng(4, 4, () => [1, 2, 3, 255]),
  });
  await ui.build();
});
afterAll(() => ui.close());

function tile(): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, indices } = grid(40);
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3'),
    NORMAL: builder.accessor(normals ?? new Float32Array(0), 'VEC3'),
  };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
  return builder.glb();
}

it('answers with the sizes that builds with other settings write, and the grid', async () => {
  expect(await ui.json('/api/index.json')).toMatchObject({ forms: true });
  const forms = (await ui.json('/api/forms/tile.hmesh.json')) as UiMeshForms;
  expect(forms.grid?.step).toBeGreaterThan(0);
  const config = await ui.config();
  const both = { vertices: 'compact', indexWidth: 'smallest', compression: 'meshopt' };
  const layers = [...config.layers, { origin: 'default', match: undefined, values: { mesh: both } }];
  await build({ config: { ...config, layers }, jobs: 1 });
  const { size = 0 } =
    ((await ui.json('/api/index.json')) as UiIndex).files.find(({ path }) => path === 'tile.hmesh') ?? {};
  expect(Math.abs((forms.bothBytes ?? 0) / size - 1)).toBeLessThan(0.04);
  // Of the version that is there now.
  expect(await ui.json('/api/forms/tile.hmesh.json')).toEqual({
    compactBytes: null,
    compressedBytes: null,
    bothBytes: null,
    grid: null,
  });
});

it('measures nothing else', async () => {
  expect(await ui.json('/api/forms/a.ktx2.json')).toBeNull();
  for (const path of ['nowhere.hmesh', '..%2Ftile.hmesh', 'tile.hmesh/x'])
    expect((await ui.get(`/api/forms/${path}.json`)).status, path).toBeGreaterThanOrEqual(400);
});
