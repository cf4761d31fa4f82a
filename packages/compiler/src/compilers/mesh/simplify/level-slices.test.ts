import { expect, it } from 'vitest';
import { allLevelsOf } from '../submeshes/submesh-parts.js';
import { wavy } from '../testing/models.js';
import { rowLayout, type VertexRows } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { levelSlices } from './level-slices.js';

const SIDE = 60;
const layout = rowLayout({ skin: false, color: false });

/** A wavy grid. Across the middle, texture coordinates have a seam: there, two vertices are at the same place. */
function gridWithSeam() {
  const grid = wavy(SIDE);
  const xs = grid.positions.filter((_, i) => i % 3 === 0);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const uvs: number[] = [];
  const positions: number[] = [];
  const normals: number[] = [];
  for (let t = 0; t < grid.indices.length; t += 3) {
    const corners = [...grid.indices.subarray(t, t + 3)];
    const isRight = corners.reduce((sum, at) => sum + (xs[at] ?? 0), 0) / 3 > middle;
    for (const at of corners) {
      positions.push(...grid.positions.subarray(at * 3, at * 3 + 3));
      normals.push(...(grid.normals?.subarray(at * 3, at * 3 + 3) ?? []));
      uvs.push((grid.uvs?.[at * 2] ?? 0) + (isRight ? 5 : 0), grid.uvs?.[at * 2 + 1] ?? 0);
    }
  }
  const primitive = {
    ...grid,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: Float32Array.from(uvs),
    indices: Uint32Array.from({ length: grid.indices.length }, (_, i) => i),
  };
  const { rows, indices } = weldSource(primitive, layout);
  const locked = new Uint8Array(rows.count);
  return { rows, indices, source: { layout, bits: rows.bits, scale: 1, indices, locked, targets: [] }, locked };
}

const placeOf = ({ floats }: VertexRows, row: number): string =>
  [...floats.subarray(row * layout.words, row * layout.words + 3)].join();

/** The places of edges that only one triangle has. */
function openEdges(rows: VertexRows, indices: Uint32Array): readonly string[] {
  const edges = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3)
    for (let c = 0; c < 3; c++) {
      const ends = [indices[t + c] ?? 0, indices[t + ((c + 1) % 3)] ?? 0].map((row) => placeOf(rows, row));
      const edge = ends.sort().join(' ');
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  return [...edges].filter(([, count]) => count === 1).map(([edge]) => edge);
}

it('reduces all slices, and opens no crack where they meet', () => {
  const { rows, indices, source, locked } = gridWithSeam();
  const slices = levelSlices({ rows, indices }, locked, 2500);
  expect(slices?.count).toBe(6);
  const levels = allLevelsOf(source, slices, [0.5, 0.25], 0.05);
  const atOnce = allLevelsOf(source, undefined, [0.5, 0.25], 0.05);
  for (const [i, level] of levels.entries()) {
    const target = indices.length * (i === 0 ? 0.5 : 0.25);
    expect(level.indices.length).toBeLessThan(target * 1.05);
    expect(level.indices.length).toBeGreaterThan(target * 0.9);
    expect(level.error).toBeLessThan((atOnce[i]?.error ?? 0) * 2);
    // All that is open is on the border of the grid.
    const border = new Set(openEdges(rows, indices).flatMap((edge) => edge.split(' ')));
    for (const edge of openEdges(rows, level.indices))
      for (const place of edge.split(' ')) expect(border).toContain(place);
  }
});

it('keeps the triangles of slices that cannot be reduced', () => {
  const { rows, indices, source, locked } = gridWithSeam();
  const slices = levelSlices({ rows, indices }, locked, 5000);
  if (slices === undefined) throw new Error('there are no slices');
  expect(slices.count).toBe(3);
  for (let i = 0; i < indices.length; i++)
    if (slices.partOf[Math.floor(i / 3)] === 1) slices.locked[indices[i] ?? 0] = 1;
  const kept = new Set<string>();
  const nameOf = (list: Uint32Array, t: number): string =>
    [0, 1, 2]
      .map((c) => placeOf(rows, list[t + c] ?? 0))
      .sort()
      .join(' ');
  for (let t = 0; t < indices.length; t += 3) if (slices.partOf[t / 3] === 1) kept.add(nameOf(indices, t));
  for (const level of allLevelsOf(source, slices, [0.5, 0.25], 0.05)) {
    const left = new Set(Array.from({ length: level.indices.length / 3 }, (_, t) => nameOf(level.indices, t * 3)));
    expect([...kept].filter((name) => !left.has(name))).toEqual([]);
    expect(left.size).toBeLessThan(indices.length / 3);
  }
});

it('does not cut what is small enough to be reduced at once', () => {
  const { rows, indices, locked } = gridWithSeam();
  expect(levelSlices({ rows, indices }, locked)).toBeUndefined();
});
