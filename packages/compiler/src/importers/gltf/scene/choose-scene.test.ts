import { expect, it } from 'vitest';
import { identity } from '../../../model/math/matrix.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { chooseRoots } from './choose-scene.js';

const node = (parent: number | undefined, children: readonly number[] = []): NodeModel => ({
  name: '',
  parent,
  children,
  local: identity(),
  mesh: undefined,
  skin: undefined,
  instances: undefined,
  origin: {},
});

/** 0 → 1 → 2, and 3 and 4 separately. */
const nodes = [node(undefined, [1]), node(0, [2]), node(1), node(undefined), node(undefined)];
const list = nodes.map(() => ({}));

const roots = (json: object, setting: string | number, models = nodes) =>
  chooseRoots(openGltf({ nodes: list, ...json }).file, models, setting);

const scenes = [{ name: 'b', nodes: [3] }, { name: '0', nodes: [0] }, { nodes: [4, 3, 3] }];

it("uses the file's default scene, else the first, else every node without a parent", () => {
  expect(roots({ scenes, scene: 1 }, 'auto')).toEqual([0]);
  expect(roots({ scenes }, 'auto')).toEqual([3]);
  expect(roots({}, 'auto')).toEqual([0, 3, 4]);
  expect(roots({}, 'all')).toEqual([0, 3, 4]);
  expect(roots({ scenes: [{}] }, 'auto')).toEqual([]);
});

it('takes a number as an index, and a text as a name before an index', () => {
  expect(roots({ scenes }, 0)).toEqual([3]);
  expect(roots({ scenes }, '0')).toEqual([0]);
  expect(roots({ scenes }, '2')).toEqual([4, 3]);
  expect(roots({ scenes }, 'b')).toEqual([3]);
});

it('visits no node twice: neither one listed by two scenes nor one below a listed one', () => {
  expect(roots({ scenes }, 'all')).toEqual([3, 0, 4]);
  expect(roots({ scenes: [{ nodes: [2, 0, 3] }] }, 'auto')).toEqual([0, 3]);
  expect(roots({ scenes: [{ nodes: [2, 1] }] }, 'auto')).toEqual([1]);
});

it('has no roots if there are no nodes', () => {
  expect(roots({ nodes: [], scenes: [{}] }, 'auto', [])).toBeUndefined();
});

it('lists the existing scenes if the requested one is missing', async () => {
  expect(await failureOf(() => roots({ scenes }, 'c'))).toEqual({
    code: 'gltf/unknown-scene',
    pointer: '/scenes',
    message: 'there is no scene c; the file has b, 0, 2',
  });
  expect((await failureOf(() => roots({}, 3))).message).toBe('there is no scene 3; the file has no scenes');
  expect(await failureOf(() => roots({ scenes, scene: 3 }, 'auto'))).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: '/scene',
  });
  expect(await failureOf(() => roots({ scenes: [{ nodes: [5] }] }, 'auto'))).toMatchObject({
    code: 'gltf/bad-reference',
    pointer: '/scenes/0/nodes/0',
  });
});
