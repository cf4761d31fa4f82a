import { describe, expect, it } from 'vitest';
import type { HsceneChannel } from './model.js';
import { jointVisibility, withAncestors } from './visibility.js';

const node = (parent: number, visible = true) => ({ parent, visible });
const switches = (index: number, times: number[], values: number[]): HsceneChannel => ({
  target: 'node',
  index,
  property: 'visibility',
  interpolation: 'STEP',
  times: Float32Array.from(times),
  values: Float32Array.from(values),
});

describe('nodes of a scene', () => {
  const scene = { nodes: [node(-1), node(0), node(1), node(-1, false)] };

  it('are listed from themselves up to the root', () => {
    expect(withAncestors(scene, 2)).toEqual([2, 1, 0]);
    expect(withAncestors(scene, 0)).toEqual([0]);
  });

  it('are shown while all of them are', () => {
    const channels = [switches(0, [0, 2], [1, 0]), switches(1, [0, 1], [0, 1])];
    const keys = jointVisibility(scene, [2, 1, 0], channels);
    expect([...(keys?.times ?? [])]).toEqual([0, 1, 2]);
    expect([...(keys?.values ?? [])]).toEqual([0, 1, 0]);
  });

  it('are never shown where one that no channel switches is hidden', () => {
    expect([...(jointVisibility(scene, [0, 3], [switches(0, [0, 1], [0, 1])])?.values ?? [])]).toEqual([0, 0]);
  });

  it('have no keys where no channel switches them', () => {
    expect(jointVisibility(scene, [2], [switches(0, [0], [1])])).toBeUndefined();
  });
});
