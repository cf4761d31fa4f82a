import { MESHLET_MAX_TRIANGLES, MESHLET_MAX_VERTICES } from '@assetc/formats';
import type { Meshlets } from '@assetc/kernels';
import { expect, it } from 'vitest';
import { MESHLET_DEFAULTS, type MeshletLimits } from '../../model/scene/meshlet-limits.js';
import { grid } from '../../testing/gltf-builder.js';
import { buildMeshlets, maxMeshletsPerTriangle } from './meshlets.js';
import { unitPositions } from './unit-positions.js';

/** Triangles with their smallest vertex first, sorted. */
function trianglesOf(list: ArrayLike<number>): string[] {
  const out: string[] = [];
  for (let i = 0; i < list.length; i += 3) {
    const t = [list[i] ?? 0, list[i + 1] ?? 0, list[i + 2] ?? 0];
    const first = t.indexOf(Math.min(...t));
    out.push([t[first], t[(first + 1) % 3], t[(first + 2) % 3]].join());
  }
  return out.sort();
}

function cornersOf({ table, vertices, triangles }: Meshlets): number[] {
  const corners: number[] = [];
  for (let i = 0; i < table.length; i += 4) {
    const [vertexOffset = 0, vertexCount = 0, triangleOffset = 0, triangleCount = 0] = table.subarray(i, i + 4);
    for (const corner of triangles.subarray(triangleOffset * 3, (triangleOffset + triangleCount) * 3)) {
      expect(corner).toBeLessThan(vertexCount);
      corners.push(vertices[vertexOffset + corner] ?? -1);
    }
  }
  return corners;
}

const build = (n: number, size = 1, options: Partial<MeshletLimits> = {}) => {
  const { positions, indices } = grid(n);
  const sized = positions.map((p) => p * size);
  return {
    positions: sized,
    indices,
    built: buildMeshlets(indices, unitPositions(sized.slice()), { ...MESHLET_DEFAULTS, ...options }),
  };
};

it('contains every triangle once, with its winding, within the limits of the format', () => {
  const { indices, built } = build(24);
  expect(trianglesOf(cornersOf(built))).toEqual(trianglesOf(indices));
  expect(built.count).toBeGreaterThan(1);
  let end = 0;
  for (let i = 0; i < built.table.length; i += 4) {
    expect(built.table[i + 1]).toBeLessThanOrEqual(MESHLET_MAX_VERTICES);
    expect(built.table[i + 3]).toBeLessThanOrEqual(MESHLET_MAX_TRIANGLES);
    // Triangles follow each other without padding.
    expect(built.table[i + 2]).toBe(end);
    end += built.table[i + 3] ?? 0;
  }
  expect(end * 3).toBe(indices.length);
});

it('uses the limits of the format by default', () => {
  expect(MESHLET_DEFAULTS).toMatchObject({ maxVertices: MESHLET_MAX_VERTICES, maxTriangles: MESHLET_MAX_TRIANGLES });
});

it.each([
  [64, 124],
  [64, 16],
  [16, 124],
  [16, 16],
])('makes no more meshlets than foreseen with %d vertices and %d triangles', (maxVertices, maxTriangles) => {
  const limits = { ...MESHLET_DEFAULTS, maxVertices, maxTriangles };
  // Triangles that share no vertex fill meshlets worst.
  const soup = Uint32Array.from({ length: 999 }, (_, i) => i);
  const positions = Float32Array.from({ length: 999 * 3 }, (_, i) => Math.sin(i * 12.9898) * 5);
  const { count } = buildMeshlets(soup, unitPositions(positions), limits);
  expect(count).toBeLessThanOrEqual(Math.ceil((soup.length / 3) * maxMeshletsPerTriangle(limits)));
  const { built, indices } = build(24, 1, limits);
  expect(built.count).toBeLessThanOrEqual(Math.ceil((indices.length / 3) * maxMeshletsPerTriangle(limits)));
});

it('makes smaller meshlets on request', () => {
  const { built } = build(10, 1, { maxVertices: 16, maxTriangles: 12 });
  for (let i = 0; i < built.table.length; i += 4) {
    expect(built.table[i + 1]).toBeLessThanOrEqual(16);
    expect(built.table[i + 3]).toBeLessThanOrEqual(12);
  }
});

it.each([1, 1e-30, 1e9, 1e37])('bounds every vertex to the last bit, and tightly, at a size of %d', (size) => {
  const { positions, built } = build(12, size);
  for (let m = 0; m < built.count; m++) {
    const [x = 0, y = 0, z = 0, radius = 0] = built.bounds.subarray(m * 8, m * 8 + 4);
    expect(radius > 0 && radius < 2 * size).toBe(true);
    const [offset = 0, count = 0] = built.table.subarray(m * 4, m * 4 + 2);
    let farthest = 0;
    for (const v of built.vertices.subarray(offset, offset + count))
      farthest = Math.max(
        farthest,
        Math.hypot((positions[v * 3] ?? 0) - x, (positions[v * 3 + 1] ?? 0) - y, (positions[v * 3 + 2] ?? 0) - z),
      );
    expect(farthest).toBeLessThanOrEqual(radius * (1 + 1e-15));
    expect(radius).toBeLessThanOrEqual(farthest * (1 + 3e-7));
  }
});

it('has a cone that every triangle of a flat meshlet faces', () => {
  const indices = Uint32Array.of(0, 1, 2, 2, 1, 3);
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
  const { bounds, count } = buildMeshlets(indices, unitPositions(positions));
  expect(count).toBe(1);
  expect([...bounds.subarray(0, 3)]).toEqual([0.5, 0.5, 0]);
  expect([...bounds.subarray(4, 7)].map((n) => Math.round(n * 100) / 100 + 0)).toEqual([0, 0, 1]);
  expect(bounds[7]).toBeLessThan(0.1);
});

it('makes no meshlets if there are no triangles', () => {
  expect(buildMeshlets(new Uint32Array(0), unitPositions(new Float32Array(9))).count).toBe(0);
});
