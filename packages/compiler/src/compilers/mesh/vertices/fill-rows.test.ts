import { expect, it } from 'vitest';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { triangle } from '../testing/models.js';
import { type FillOptions, fillRows } from './fill-rows.js';
import { NORMAL, rowLayout, rowsOf, TANGENT, UV } from './vertex-rows.js';

const full = rowLayout({ skin: true, color: true, moreUvs: 1, moreColors: 1 });

/** Rows with other content before. */
function filled(primitive: PrimitiveModel, vertices: readonly number[], layout = full, options?: FillOptions) {
  const rows = rowsOf(layout, new Uint32Array(vertices.length * layout.words).fill(0x40400000));
  fillRows(rows.bits, rows.floats, layout, primitive, Uint32Array.from(vertices), options);
  return (row: number, first: number, count: number): number[] =>
    [...rows.floats.subarray(row * layout.words + first, row * layout.words + first + count)].map((n) => n + 0);
}

/** `width` numbers for each of three vertices: 10 × vertex + component. */
const values = (width: number): Float32Array =>
  Float32Array.from({ length: width * 3 }, (_, i) => 10 * Math.floor(i / width) + (i % width));

it('writes every attribute of a vertex to its place in the layout', () => {
  const primitive = triangle({
    positions: values(3),
    normals: values(3),
    tangents: values(4),
    uvs: values(2),
    colors: values(4),
    moreUvs: [values(2)],
    moreColors: [values(4)],
  });
  const at = filled(primitive, [2, 0]);
  expect(at(0, 0, 3)).toEqual([20, 21, 22]);
  expect(at(0, NORMAL, 3)).toEqual([20, 21, 22]);
  expect(at(0, TANGENT, 4)).toEqual([20, 21, 22, 23]);
  expect(at(0, UV, 2)).toEqual([20, 21]);
  expect(at(0, full.color, 4)).toEqual([20, 21, 22, 23]);
  expect(at(0, full.moreUvs[0] ?? 0, 2)).toEqual([20, 21]);
  expect(at(0, full.moreColors[0] ?? 0, 4)).toEqual([20, 21, 22, 23]);
  expect(at(1, 0, 3)).toEqual([0, 1, 2]);
});

it('is zero for missing attributes, but white if others have colors', () => {
  const at = filled(triangle({ normals: values(3) }), [0]);
  expect([at(0, UV, 2), at(0, TANGENT, 4)].flat()).toEqual([0, 0, 0, 0, 0, 0]);
  expect(at(0, full.moreUvs[0] ?? 0, 2)).toEqual([0, 0]);
  expect(at(0, full.color, 4)).toEqual([1, 1, 1, 1]);
  expect(at(0, full.moreColors[0] ?? 0, 4)).toEqual([1, 1, 1, 1]);
});

it('computes flat normals for corners', () => {
  const indices = Uint32Array.of(0, 1, 2, 0, 2, 1);
  const at = filled(triangle({ indices }), [...indices]);
  expect([at(2, NORMAL, 3), at(3, NORMAL, 3)]).toEqual([
    [0, 0, 1],
    [0, 0, -1],
  ]);
});

const bound = triangle({
  normals: values(3),
  joints: Uint16Array.of(1, 65535, 3, 4, 9, 9, 9, 9, 5, 0, 0, 0),
  weights: Float32Array.of(1, 1, 2, 4, 0, 0, 0, 0, 3, 0, 0, 0),
});

it('packs joints in pairs, normalizes weights, and binds vertices without weights to joint 0', () => {
  const { skin, words } = full;
  const rows = rowsOf(full, new Uint32Array(3 * words));
  fillRows(rows.bits, rows.floats, full, bound, Uint32Array.of(0, 1, 2));
  expect([...rows.bits.subarray(skin, skin + 2)]).toEqual([0xffff0001, 0x00040003]);
  expect([...rows.floats.subarray(skin + 2, skin + 6)]).toEqual([0.125, 0.125, 0.25, 0.5]);
  expect([...rows.bits.subarray(words + skin, words + skin + 2)]).toEqual([0, 0]);
  expect([...rows.floats.subarray(words + skin + 2, words + skin + 6)]).toEqual([1, 0, 0, 0]);
  expect(rows.floats[2 * words + skin + 2]).toBe(1);
});

it('skips joints and weights if not requested', () => {
  expect(filled(bound, [0], full, { skin: false })(0, full.skin, 6)).toEqual([0, 0, 0, 0, 0, 0]);
});
