import { expect, test } from 'vitest';
import { directionOf, faceOf, solidAngleOf, texelCenter } from './cube-face.js';

test('faces are oriented as in the OpenGL specification', () => {
  // Rows of its table: face, major axis, and the directions of s and t.
  const table: readonly (readonly [number, readonly number[], readonly number[], readonly number[]])[] = [
    [0, [1, 0, 0], [0, 0, -1], [0, -1, 0]],
    [1, [-1, 0, 0], [0, 0, 1], [0, -1, 0]],
    [2, [0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [3, [0, -1, 0], [1, 0, 0], [0, 0, -1]],
    [4, [0, 0, 1], [1, 0, 0], [0, -1, 0]],
    [5, [0, 0, -1], [-1, 0, 0], [0, -1, 0]],
  ];
  const out = new Float64Array(3);
  const [s, t] = [0.25, -0.5];
  for (const [face, major, right, down] of table) {
    directionOf(face, s, t, out);
    const wanted = major.map((m, i) => m + s * (right[i] ?? 0) + t * (down[i] ?? 0));
    const length = Math.hypot(...wanted);
    for (const [i, w] of wanted.entries()) expect(out[i]).toBeCloseTo(w / length, 15);
  }
});

test('a direction maps back to its face and coordinates', () => {
  const direction = new Float64Array(3);
  const place = new Float64Array(3);
  for (let face = 0; face < 6; face++)
    for (let y = 0; y < 7; y++)
      for (let x = 0; x < 7; x++) {
        directionOf(face, texelCenter(x, 7), texelCenter(y, 7), direction);
        faceOf(direction[0] ?? 0, direction[1] ?? 0, direction[2] ?? 0, place);
        expect(place[0]).toBe(face);
        expect(place[1]).toBeCloseTo(texelCenter(x, 7), 14);
        expect(place[2]).toBeCloseTo(texelCenter(y, 7), 14);
      }
});

test('solid angles match the arctangent formula, and add up to a sphere', () => {
  const corner = (s: number, t: number) => Math.atan2(s * t, Math.sqrt(1 + s * s + t * t));
  for (const size of [8, 33, 128]) {
    let sum = 0;
    let worst = 0;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const [l, r] = [(2 * x) / size - 1, (2 * x + 2) / size - 1];
        const [u, d] = [(2 * y) / size - 1, (2 * y + 2) / size - 1];
        const exact = corner(r, d) - corner(l, d) - corner(r, u) + corner(l, u);
        const angle = solidAngleOf(x, y, size);
        worst = Math.max(worst, Math.abs(angle / exact - 1));
        sum += angle;
      }
    expect(worst).toBeLessThan(1e-4);
    expect(6 * sum).toBeCloseTo(4 * Math.PI, 4);
  }
});
