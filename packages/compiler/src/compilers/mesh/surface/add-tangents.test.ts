import { expect, it } from 'vitest';
import { rowLayout, rowsOf, TANGENT } from '../vertices/vertex-rows.js';
import { splitByTangent } from './add-tangents.js';

it('splits a vertex whose corners disagree, and no other', () => {
  const layout = rowLayout({ skin: false, color: false });
  const rows = rowsOf(layout, new Uint32Array(4 * layout.words));
  for (let i = 0; i < 4; i++) rows.floats[i * layout.words] = i;
  const tangents = Float32Array.from([0, 0, 0, 0, 1, 0].flatMap((x) => [x, 1, 0, -1]));
  const split = splitByTangent({ rows, indices: Uint32Array.of(0, 1, 2, 2, 1, 3) }, tangents);
  expect(split.rows.count).toBe(5);
  const of = (corner: number, word: number): number =>
    split.rows.floats[(split.indices[corner] ?? 0) * layout.words + word] ?? -1;
  expect([0, 1, 2, 3, 4, 5].map((c) => of(c, 0))).toEqual([0, 1, 2, 2, 1, 3]);
  expect([0, 1, 2, 3, 4, 5].map((c) => of(c, TANGENT))).toEqual([0, 0, 0, 0, 1, 0]);
  expect(split.indices[2]).toBe(split.indices[3]);
  expect(split.indices[1]).not.toBe(split.indices[4]);
});
