import { encodeVkguideMaterial, encodeVkguidePrefab } from '@assetc/other-runtimes/vkguide';
import { expect, it } from 'vitest';
import { checkPath } from '../check-path.js';
import { memoryDisk } from '../testing/memory-disk.js';

const material = encodeVkguideMaterial({
  baseEffect: 'texturedPBR',
  textures: new Map([['baseColor', 'chair/oak.tx']]),
  customProperties: new Map(),
  transparency: 'opaque',
});
const prefab = encodeVkguidePrefab({
  nodeMatrices: new Map([[0, 0]]),
  nodeNames: new Map([[0, 'root']]),
  nodeParents: new Map(),
  nodeMeshes: new Map([[0, { meshPath: 'chair/seat_0.mesh', materialPath: 'chair/oak.mat' }]]),
  matrices: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
});

it('reports files that prefabs and materials name and that do not exist', async () => {
  const result = await checkPath(memoryDisk({ '/out/chair.pfb': prefab, '/out/chair/oak.mat': material }), '/out');
  expect(
    result?.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => `${file}: ${message}`),
  ).toEqual([
    'chair.pfb: its mesh chair/seat_0.mesh does not exist',
    'chair/oak.mat: its baseColor texture chair/oak.tx does not exist',
  ]);
});
