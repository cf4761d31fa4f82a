import { expect, it } from 'vitest';
import type { SceneModel } from '../../../model/scene/scene.js';
import { wavy } from '../testing/models.js';
import { ConsumableScene } from './consumable-scene.js';

const scene: SceneModel = {
  meshes: [
    {
      name: 'sea',
      primitives: [{ ...wavy(2), material: 3, targets: [{ positions: new Float32Array(27) }] }],
      lines: [{ ...wavy(1), mode: 'lines' }],
    },
  ],
  nodes: [],
  roots: [],
  skins: [],
  materials: [],
  images: [],
  animations: [],
};

it('returns the geometry once', () => {
  const once = new ConsumableScene(scene);
  expect(once.takeGeometry()).toBe(scene);
  expect(() => once.takeGeometry()).toThrow('taken already');
});

it('still reports which attributes, targets and material a primitive has', () => {
  const [mesh] = new ConsumableScene(scene).outline.meshes;
  const [primitive] = mesh?.primitives ?? [];
  const given = scene.meshes[0]?.primitives[0];
  expect(mesh?.name).toBe('sea');
  expect([primitive?.material, primitive?.origin, primitive?.targets?.length]).toEqual([3, given?.origin, 1]);
  expect([primitive?.normals?.length, primitive?.uvs?.length, primitive?.joints]).toEqual([0, 0, undefined]);
  expect(primitive?.positions.length).toBe(0);
  expect(primitive?.indices.length).toBe(0);
  expect(mesh?.lines?.map(({ mode, positions }) => [mode, positions.length])).toEqual([['lines', 0]]);
  // The scene itself is unchanged.
  expect(given?.positions.length).toBe(27);
});
