import { hashRef } from '@assetc/formats';
import { expect, it } from 'vitest';
import { failureOf, moved } from '../testing/models.js';
import { nodeTable } from './node-table.js';

const planned = {
  name: 'arm',
  local: moved(1, 2, 3),
  parent: -1,
  firstSubmesh: 4,
  submeshCount: 5,
  firstLine: 0,
  lineCount: 0,
  origin: {},
};

it('keeps transform, parent and submeshes, and identifies nodes by the hash of their name', () => {
  expect(nodeTable([planned, { ...planned, name: '', parent: 0 }], 'a.gltf')).toEqual([
    {
      local: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1],
      parent: -1,
      firstSubmesh: 4,
      submeshCount: 5,
      nameHash: hashRef('arm'),
    },
    {
      local: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1],
      parent: 0,
      firstSubmesh: 4,
      submeshCount: 5,
      nameHash: 0n,
    },
  ]);
});

it('rejects a transform too large for floats, at its node', async () => {
  const far = { ...planned, local: moved(1e39), origin: { pointer: '/nodes/3' } };
  expect(await failureOf(() => nodeTable([planned, far], 'a.gltf'))).toMatchObject({
    code: 'mesh/overflow',
    file: 'a.gltf',
    where: { pointer: '/nodes/3' },
  });
});
