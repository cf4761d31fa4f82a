import { describe, expect, it } from 'vitest';
import { triangulateFaces } from './triangulate-faces.js';

const SQUARE = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
/** All corners at one place, on a line, a spike out of a square, and a square that visits a corner twice. */
const FACES: readonly (readonly [string, readonly number[]])[] = [
  ['without a size', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
  ['on a line', [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]],
  ['with a spike', [...SQUARE.slice(0, 6), 5, 0, 0, 2, 0, 0, ...SQUARE.slice(6)]],
  ['with a corner twice', [...SQUARE.slice(0, 6), 2, 0, 0, ...SQUARE.slice(6)]],
  ['that ends where it starts', [...SQUARE, 0, 0, 0]],
  ['that crosses itself', [0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 2, 0, -1, 1, 0]],
];

function triangulate(numbers: readonly number[]) {
  const positions = Float32Array.from(numbers);
  const count = positions.length / 3;
  return triangulateFaces(
    { positions, corners: Int32Array.from({ length: count }, (_, i) => i), faceStarts: Int32Array.of(0, count) },
    { file: 'a.fbx', where: {} },
  );
}

/** Twice the area of all triangles together. */
function areaOf(corners: Int32Array, numbers: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const [a = 0, b = 0, c = 0] = corners.subarray(i, i + 3);
    const to = (p: number, axis: number) => (numbers[p * 3 + axis] ?? 0) - (numbers[a * 3 + axis] ?? 0);
    sum += Math.abs(to(b, 0) * to(c, 1) - to(c, 0) * to(b, 1));
  }
  return sum;
}

describe('triangulateFaces', () => {
  it.each(FACES)('uses every corner of a face %s, in n − 2 triangles', (_, numbers) => {
    const { corners, faces } = triangulate(numbers);
    expect(new Set(corners).size).toBe(numbers.length / 3);
    expect(corners).toHaveLength((numbers.length / 3 - 2) * 3);
    expect(faces).toHaveLength(numbers.length / 3 - 2);
  });

  it.each(['with a spike', 'with a corner twice', 'that ends where it starts'])(
    'covers a square %s exactly',
    (title) => {
      const numbers = FACES.find(([name]) => name === title)?.[1] ?? [];
      expect(areaOf(triangulate(numbers).corners, numbers)).toBe(8);
    },
  );
});
