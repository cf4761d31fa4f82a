import { expect, it } from 'vitest';
import { identity } from '../../model/math/matrix.js';
import { checkMatrix, checkPositions, checkRadius } from './check-finite.js';
import { rowLayout, rowsOf, type VertexRows } from './vertices/vertex-rows.js';

const layout = rowLayout({ skin: false, color: false });

function rowsAt(...points: readonly (readonly [number, number, number])[]): VertexRows {
  const rows = rowsOf(layout, new Uint32Array(points.length * layout.words));
  for (const [i, point] of points.entries()) rows.floats.set(point, i * layout.words);
  return rows;
}

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('rejects a coordinate of %s', (bad) => {
  expect(() => checkPositions(rowsAt([0, 0, 0], [1, bad, 2]), 'a', {})).toThrow(
    "a vertex is not finite after its node's transform is applied",
  );
});

it('rejects vertices whose distance overflows, but not those that are only far away', () => {
  expect(() => checkPositions(rowsAt([-3e38, 0, 0], [3e38, 0, 0]), 'a', {})).toThrow(
    'the bounds of the mesh are outside the range of 32-bit floats',
  );
  expect(() => checkPositions(rowsAt([3e38, 3e38, 3e38], [3e38, 3e38, 2.9e38]), 'a', {})).not.toThrow();
});

it('rejects radii and matrices too large for 32-bit floats', () => {
  expect(() => checkRadius(Number.POSITIVE_INFINITY, 'a', undefined)).toThrow(
    'the bounds of the mesh are outside the range of 32-bit floats',
  );
  const matrix = identity();
  expect(() => checkMatrix(matrix, 'a', {})).not.toThrow();
  matrix[3] = 1e39;
  expect(() => checkMatrix(matrix, 'a', {})).toThrow('the matrix of a node');
});
