import { expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { holdLimit, SCENE_LIMITS } from './scene-limits.js';

const hold = (count: number): void =>
  holdLimit('gltf/too-large', { ...SCENE_LIMITS, maxElements: 3 }, 'maxElements', count, 'nodes', {
    file: 'a.gltf',
    where: { pointer: '/nodes' },
  });

it('accepts a count at the limit', () => {
  expect(() => hold(3)).not.toThrow();
});

it('names the number, the limit and the setting', () => {
  let caught: unknown;
  try {
    hold(4);
  } catch (error) {
    caught = error;
  }
  expect(caught instanceof AssetError ? caught.diagnostic : caught).toMatchObject({
    code: 'gltf/too-large',
    file: 'a.gltf',
    where: { pointer: '/nodes' },
    message: '4 nodes; the limit is 3 (mesh.maxElements)',
    hint: 'Split the file. If the model really is that large, raise mesh.maxElements.',
  });
});
