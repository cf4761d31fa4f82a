import { expect, it } from 'vitest';
import { bindRigidly, mapJoints } from './bind-rows.js';
import { rowLayout, rowsOf, type VertexRows } from './vertex-rows.js';

const layout = rowLayout({ skin: true, color: false });

function bound(joints: readonly number[], weights: readonly number[]): VertexRows {
  const rows = rowsOf(layout, new Uint32Array(layout.words));
  new Uint16Array(rows.bits.buffer).set(joints, layout.skin * 2);
  rows.floats.set(weights, layout.skin + 2);
  return rows;
}

const jointsOf = ({ bits }: VertexRows): number[] => [...new Uint16Array(bits.buffer, layout.skin * 4, 4)];
const weightsOf = ({ floats }: VertexRows): number[] => [...floats.subarray(layout.skin + 2, layout.skin + 6)];

it('gives all weight to one joint', () => {
  const rows = bound([1, 2, 3, 4], [0.25, 0.25, 0.25, 0.25]);
  bindRigidly(rows, 65535);
  expect([jointsOf(rows), weightsOf(rows)]).toEqual([
    [65535, 0, 0, 0],
    [1, 0, 0, 0],
  ]);
});

it('maps the joints of a skin to the skeleton, and sets those without weight to 0', () => {
  const rows = bound([2, 1, 0, 0], [0.5, 0.25, 0.25, 0]);
  mapJoints(rows, Uint16Array.of(40000, 7, 65535));
  expect([jointsOf(rows), weightsOf(rows)]).toEqual([
    [65535, 7, 40000, 0],
    [0.5, 0.25, 0.25, 0],
  ]);
});
