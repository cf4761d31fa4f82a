import { expect, it } from 'vitest';
import { neverSeen } from './never-seen.js';
import type { NodeModel } from './scene/scene.js';

const node = (children: readonly number[], parent: number | undefined, visible?: boolean): NodeModel => ({
  name: '',
  parent,
  children,
  local: new Float64Array(16),
  mesh: undefined,
  skin: undefined,
  instances: undefined,
  origin: {},
  ...(visible === undefined ? {} : { visible }),
});

const pointers = (pointer: string) => ({
  interpolation: 'step' as const,
  times: Float32Array.of(0),
  values: Float32Array.of(1),
  components: 1,
  origin: {},
  pointer,
});

/** 0 has 1 and 3; 1 is hidden and has 2, which is set to visible; 3 is hidden. */
const nodes = [node([1, 3], undefined), node([2], 0, false), node([], 1, true), node([], 0, false)];

it('hides descendants of hidden nodes', () => {
  expect([...neverSeen({ nodes, roots: [0], animations: [] })]).toEqual([1, 2, 3]);
});

it('does not hide nodes that a clip may show, nor their descendants', () => {
  const clip = (pointer: string) => [{ name: 'c', channels: [], pointers: [pointers(pointer)] }];
  const visible = '/extensions/KHR_node_visibility/visible';
  expect([...neverSeen({ nodes, roots: [0], animations: clip(`/nodes/1${visible}`) })]).toEqual([3]);
  // A visible node below a hidden one is not seen.
  expect([...neverSeen({ nodes, roots: [0], animations: clip(`/nodes/2${visible}`) })]).toEqual([1, 2, 3]);
});
