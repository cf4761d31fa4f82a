import fc from 'fast-check';
import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutReference } from '../reference/meshlets.js';
import { TooLargeForModule } from '../wasm/module-memory.js';
import { cutMeshlets, type MeshletLimits } from './meshlets.js';

beforeAll(() => MeshoptClusterizer.ready);

interface Mesh {
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  readonly positions: Float32Array;
}

/** A bumpy grid; `isApart`: every corner is a separate vertex. */
function bumps(side: number, isApart = false): Mesh {
  const grid = new Uint32Array(side * side * 6);
  for (let i = 0; i < side * side; i++) {
    const at = i + Math.floor(i / side);
    grid.set([at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2], i * 6);
  }
  const vertexCount = isApart ? grid.length : (side + 1) ** 2;
  const positions = new Float32Array(vertexCount * 3);
  for (let i = 0; i < vertexCount; i++) {
    const place = isApart ? (grid[i] ?? 0) : i;
    const [x, y] = [place % (side + 1), Math.floor(place / (side + 1))];
    positions.set([x, Math.sin(x * 1.3) * Math.cos(y * 0.7) + Math.sin(x * 17 + y * 31) * 0.1, y], i * 3);
  }
  return { vertexCount, positions, indices: isApart ? grid.map((_, i) => i) : grid };
}

const LIMITS = { maxVertices: 64, maxTriangles: 124, coneWeight: 0.25 };

/** What the package cuts, in our form. */
function theirs({ indices, positions }: Mesh, { maxVertices, maxTriangles, coneWeight }: MeshletLimits) {
  const cut = MeshoptClusterizer.buildMeshlets(indices, positions, 3, maxVertices, maxTriangles, coneWeight);
  const bounds = [MeshoptClusterizer.computeMeshletBounds(cut, positions, 3)].flat();
  let [vertex, triangle] = [0, 0];
  return Array.from({ length: cut.meshletCount }, (_, i) => {
    const [from = 0, corner = 0, vertices = 0, triangles = 0] = cut.meshlets.subarray(i * 4, i * 4 + 4);
    const row = [vertex, vertices, triangle, triangles];
    vertex += vertices;
    triangle += triangles;
    const { centerX, centerY, centerZ, coneAxisX, coneAxisY, coneAxisZ, coneCutoff } = bounds[i] ?? {};
    return {
      row,
      vertices: [...cut.vertices.subarray(from, from + vertices)],
      triangles: [...cut.triangles.subarray(corner, corner + triangles * 3)],
      bounds: [centerX, centerY, centerZ, coneAxisX, coneAxisY, coneAxisZ, coneCutoff],
    };
  });
}

function ours(mesh: Mesh, limits: MeshletLimits) {
  const { count, table, vertices, triangles, bounds } = cutMeshlets({ ...mesh, scale: 1 }, limits);
  return Array.from({ length: count }, (_, i) => {
    const row = [...table.subarray(i * 4, i * 4 + 4)];
    const [from = 0, vertexCount = 0, first = 0, triangleCount = 0] = row;
    const [x, y, z, , ...cone] = bounds.subarray(i * 8, i * 8 + 8);
    return {
      row,
      vertices: [...vertices.subarray(from, from + vertexCount)],
      triangles: [...triangles.subarray(first * 3, (first + triangleCount) * 3)],
      bounds: [x, y, z, ...cone],
    };
  });
}

describe('cuts what meshoptimizer cuts, with its bounds', () => {
  const limits = [
    LIMITS,
    { maxVertices: 64, maxTriangles: 124, coneWeight: 0 },
    { maxVertices: 256, maxTriangles: 512, coneWeight: 1 },
    { maxVertices: 4, maxTriangles: 4, coneWeight: 0.5 },
  ];

  it.each([1, 5, 60])('a grid with %i quads per side', (side) => {
    for (const limit of limits) expect(ours(bumps(side), limit)).toEqual(theirs(bumps(side), limit));
  });

  it('triangles that share no vertex', () => {
    for (const limit of limits) expect(ours(bumps(40, true), limit)).toEqual(theirs(bumps(40, true), limit));
  });

  it('a flat grid, where many triangles are equally good', () => {
    const { indices, vertexCount, positions } = bumps(40);
    const flat = { indices, vertexCount, positions: positions.map((n, i) => (i % 3 === 1 ? 0 : n)) };
    for (const limit of limits) expect(ours(flat, limit)).toEqual(theirs(flat, limit));
  });

  it('any triangles: without area, on top of each other, many around a vertex', () => {
    const corner = fc.nat(30);
    const coordinate = fc.oneof(fc.nat(3), fc.double({ min: -5, max: 5, noNaN: true }).map(Math.fround));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 150 }),
        fc.array(coordinate, { minLength: 93, maxLength: 93 }),
        fc.constantFrom(...limits, { maxVertices: 8, maxTriangles: 12, coneWeight: 0.3 }),
        (triangles, coordinates, limit) => {
          const mesh = {
            indices: Uint32Array.from(triangles.flat()),
            vertexCount: 31,
            positions: Float32Array.from(coordinates),
          };
          expect(ours(mesh, limit)).toEqual(theirs(mesh, limit));
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Vertices of the mesh, triangle by triangle, smallest first. */
const sorted = (triangles: readonly (readonly number[])[]): string[] =>
  triangles.map((corners) => [...corners].sort((a, b) => a - b).join()).sort();

it.each([false, true])('cuts as the twin does; every corner a separate vertex: %s', (isApart) => {
  const mesh = bumps(14, isApart);
  for (const limit of [LIMITS, { maxVertices: 20, maxTriangles: 16, coneWeight: 0.7 }]) {
    const expected = cutReference(mesh.indices, mesh.positions, limit).map((list) =>
      sorted(list.map((t) => [...mesh.indices.subarray(t * 3, t * 3 + 3)])),
    );
    const cut = ours(mesh, limit).map(({ vertices, triangles }) =>
      sorted(
        Array.from({ length: triangles.length / 3 }, (_, t) =>
          triangles.slice(t * 3, t * 3 + 3).map((place) => vertices[place] ?? -1),
        ),
      ),
    );
    expect(cut).toEqual(expected);
  }
});

it('bounds contain every vertex, and are not scaled', () => {
  const mesh = bumps(30);
  const shrunk = { ...mesh, positions: mesh.positions.map((n) => n / 4096), scale: 1 / 4096 };
  const { count, table, vertices, bounds } = cutMeshlets(shrunk, LIMITS);
  for (let i = 0; i < count; i++) {
    const [x = 0, y = 0, z = 0, radius = 0] = bounds.subarray(i * 8, i * 8 + 8);
    const [from = 0, vertexCount = 0] = table.subarray(i * 4, i * 4 + 2);
    const distances = Array.from(vertices.subarray(from, from + vertexCount), (vertex) => {
      const [px = 0, py = 0, pz = 0] = mesh.positions.subarray(vertex * 3, vertex * 3 + 3);
      return Math.sqrt((px - x) ** 2 + (py - y) ** 2 + (pz - z) ** 2);
    });
    expect(Math.max(...distances)).toBeLessThanOrEqual(radius);
    expect(Math.max(...distances)).toBeCloseTo(radius, 5);
  }
});

it('gives the same result after a large mesh made it drop its memory', () => {
  const before = ours(bumps(20), LIMITS);
  expect(cutMeshlets({ ...bumps(400), scale: 1 }, LIMITS).count).toBeGreaterThan(2500);
  expect(ours(bumps(20), LIMITS)).toEqual(before);
});

it('accepts a mesh without triangles, and rejects what does not fit into a module', () => {
  const none = { indices: new Uint32Array(0), vertexCount: 3, positions: new Float32Array(9) };
  expect(ours(none, LIMITS)).toEqual([]);
  const unread = (): never => {
    throw new Error('there is no such mesh');
  };
  const mesh = { indices: new Uint32Array(3), vertexCount: 250e6, positions: unread, scale: 1 };
  expect(() => cutMeshlets(mesh, LIMITS)).toThrow(TooLargeForModule);
});
