import { expect, it } from 'vitest';
import { findSharedPositions } from './shared-positions.js';
import { rowLayout, rowsOf, type VertexRows } from './vertex-rows.js';

const layout = rowLayout({ skin: false, color: false });

function rowsAt(...xs: number[]): VertexRows {
  const rows = rowsOf(layout, new Uint32Array(xs.length * layout.words));
  for (const [i, x] of xs.entries()) rows.floats[i * layout.words] = x;
  return rows;
}

it('locks what two submeshes of a group share, treating 0 and −0 as equal, but not duplicates within one', () => {
  const locks = findSharedPositions([
    { rows: rowsAt(0, 1, 1, 2), group: 0 },
    { rows: rowsAt(3, -0, 2), group: 0 },
    { rows: rowsAt(1, 3), group: 1 },
  ]);
  expect(locks.map((lock) => [...lock])).toEqual([
    [1, 0, 0, 1],
    [0, 1, 1],
    [0, 0],
  ]);
});
