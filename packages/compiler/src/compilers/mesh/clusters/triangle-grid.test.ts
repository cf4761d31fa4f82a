import { Triangle, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { TriangleGrid } from './triangle-grid.js';

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000;
  };
}

it('finds what is as near as the nearest of all, by another library', () => {
  const next = numbers(7);
  const positions = Float32Array.from({ length: 600 }, () => next() * 4 - 2);
  const indices = Uint32Array.from({ length: 900 }, () => Math.floor(next() * 200));
  // Without area: a point, and a line.
  indices.set([5, 5, 5, 6, 7, 6], 0);
  const grid = new TriangleGrid();
  grid.fill(positions, indices, indices.length);
  const at = (i: number): Vector3 => new Vector3().fromArray(positions, (indices[i] ?? 0) * 3);
  for (let i = 0; i < 200; i++) {
    const point = new Vector3(next() * 8 - 4, next() * 8 - 4, next() * 8 - 4);
    let least = Number.POSITIVE_INFINITY;
    for (let t = 0; t < indices.length; t += 3)
      least = Math.min(
        least,
        new Triangle(at(t), at(t + 1), at(t + 2)).closestPointToPoint(point, new Vector3()).distanceTo(point),
      );
    grid.ask(point.x, point.y, point.z, 0);
    expect(Math.sqrt(grid.squared)).toBeCloseTo(least, 6);
    grid.ask(point.x, point.y, point.z, (least + 1) ** 2);
    expect(Math.sqrt(grid.squared)).toBeLessThanOrEqual(least + 1);
  }
});
