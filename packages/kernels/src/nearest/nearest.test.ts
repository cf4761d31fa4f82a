import fc from 'fast-check';
import { Line3, Triangle, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { TriangleGrid } from '../reference/triangle-grid.js';
import { SurfacePair } from './nearest.js';

type Point = readonly [number, number, number];

const along = (a: Point, b: Point, k: number): Point => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];

/** By another library. Its triangles need an area, so edges are measured too. */
function slowDistance(p: Point, corners: readonly Point[]): number {
  const at = new Vector3(...p);
  const [a = at, b = at, c = at] = corners.map((corner) => new Vector3(...corner));
  const edges = [new Line3(a, b), new Line3(b, c), new Line3(c, a)].filter((edge) => edge.distanceSq() > 0);
  const points = edges.map((edge) => edge.closestPointToPoint(at, true, new Vector3()));
  const inside = new Triangle(a, b, c).closestPointToPoint(at, new Vector3());
  return Math.min(...[a, inside, ...points].map((q) => q.distanceTo(at)).filter((distance) => !Number.isNaN(distance)));
}

/** The width of the widest triangle that is too thin for 32-bit floats to distinguish its inside from its edges. */
function widestSliver({ positions, indices }: ReturnType<typeof surface>): number {
  const at = (i: number): Vector3 => new Vector3().fromArray(positions, (indices[i] ?? 0) * 3);
  let widest = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    const length = Math.max(a.distanceTo(b), b.distanceTo(c), c.distanceTo(a));
    const width = length > 0 ? (new Triangle(a, b, c).getArea() * 2) / length : 0;
    if (width < length * 0.03) widest = Math.max(widest, width);
  }
  return widest;
}

/** No distance is too small. It is too large by at most the width of a sliver, of which only the edges are measured. */
function expectDistance(squared: number, exact: number, triangles: ReturnType<typeof surface>): void {
  expect(Math.sqrt(squared)).toBeGreaterThan(exact - 1e-4);
  expect(Math.sqrt(squared)).toBeLessThan(exact + 1e-4 + widestSliver(triangles));
}

const coordinate = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.fround);
const point = fc.tuple(coordinate, coordinate, coordinate);
const triangle = fc.tuple(point, point, point);

const gridOf = (positions: Float32Array, indices: Uint32Array): TriangleGrid => {
  const grid = new TriangleGrid();
  grid.fill(positions, indices, indices.length);
  return grid;
};

function distancesOf(grid: TriangleGrid, points: readonly Point[]): number[] {
  return points.map(([x, y, z]) => {
    grid.findNearest(x, y, z, 0);
    return Math.sqrt(grid.squared);
  });
}

const surface = (triangles: readonly (readonly Point[])[]) => ({
  positions: Float32Array.from(triangles.flat(2)),
  indices: Uint32Array.from({ length: triangles.length * 3 }, (_, i) => i),
});

describe('the nearest triangle', () => {
  it('is as far away as another library computes', () => {
    fc.assert(
      fc.property(triangle, point, (corners, p) => {
        const { positions, indices } = surface([corners]);
        const pair = new SurfacePair();
        pair.fill(positions, indices, indices);
        const squared = pair.farthestFromSimplified(Float32Array.from(p), 0, new Uint32Array(1));
        expectDistance(squared, slowDistance(p, corners), { positions, indices });
        expect(distancesOf(gridOf(positions, indices), [p])[0]).toBeCloseTo(slowDistance(p, corners), 4);
      }),
      { numRuns: 60 },
    );
  });

  it('is found among many, as the twin finds it', () => {
    fc.assert(
      fc.property(
        fc.array(triangle, { minLength: 1, maxLength: 60 }),
        fc.array(point, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (triangles, points, size) => {
          const small = triangles.map(([a, b, c]): readonly Point[] => [a, along(a, b, size), along(a, c, size)]);
          const { positions, indices } = surface(small);
          const pair = new SurfacePair();
          pair.fill(positions, indices, indices);
          const nearest = new Uint32Array(points.length);
          const squared = pair.farthestFromSimplified(Float32Array.from(points.flat()), 0, nearest);
          const expected = distancesOf(gridOf(positions, indices), points);
          const maximum = Math.max(...expected);
          expectDistance(squared, maximum, { positions, indices });
          // The triangle named is the nearest, or near enough.
          for (const [i, p] of points.entries())
            expect(slowDistance(p, small[nearest[i] ?? 0] ?? [])).toBeLessThanOrEqual(
              Math.max(expected[i] ?? 0, maximum) + 1e-4 + widestSliver({ positions, indices }),
            );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of each point alone is the nearest', () => {
    const triangles: Point[][] = Array.from({ length: 400 }, (_, i) => {
      const [x, y] = [i % 20, Math.floor(i / 20)];
      return [
        [x, y, 0],
        [x + 0.5, y, 0],
        [x, y + 0.5, 0],
      ];
    });
    const { positions, indices } = surface(triangles);
    const pair = new SurfacePair();
    pair.fill(positions, indices, indices);
    const nearest = new Uint32Array(1);
    for (let i = 0; i < 400; i += 7) {
      const [x, y] = [i % 20, Math.floor(i / 20)];
      const squared = pair.farthestFromSimplified(Float32Array.of(x + 0.1, y + 0.1, 2), 0, nearest);
      expect([nearest[0], squared]).toEqual([i, 4]);
    }
    // From far outside the grid.
    expect(pair.farthestFromSimplified(Float32Array.of(-1e6, 0, 0), 0, nearest)).toBeCloseTo(1e12, -6);
    expect(nearest[0]).toBe(0);
  });

  it('accepts triangles without area and meshes without extent', () => {
    const pair = new SurfacePair();
    pair.fill(Float32Array.of(1, 1, 1, 3, 1, 1), Uint32Array.of(0, 1, 1, 0, 0, 0), Uint32Array.of(0, 0, 0));
    expect(pair.farthestFromSimplified(Float32Array.of(1, 1, 2), 0, new Uint32Array(1))).toBe(1);
    pair.fill(Float32Array.of(1, 1, 1, 3, 1, 1), Uint32Array.of(0, 1, 1), Uint32Array.of(0, 1, 1));
    expect(pair.farthestFromSimplified(Float32Array.of(2, 1, 2), 0, new Uint32Array(1))).toBe(1);
  });
});

/** Centers of triangles and edges, whether they are new or not. */
const centers = (positions: Float32Array, indices: Uint32Array): Point[] => {
  const at = (i: number): Point => {
    const [x = 0, y = 0, z = 0] = positions.subarray((indices[i] ?? 0) * 3, (indices[i] ?? 0) * 3 + 3);
    return [x, y, z];
  };
  const mean = (...all: Point[]): Point => {
    const along = (axis: 0 | 1 | 2): number => all.reduce((sum, p) => sum + p[axis], 0) / all.length;
    return [along(0), along(1), along(2)];
  };
  return Array.from(
    { length: indices.length / 3 },
    (_, t) => [at(t * 3), at(t * 3 + 1), at(t * 3 + 2)] as const,
  ).flatMap(([a, b, c]) => [mean(a, b, c), mean(a, b), mean(b, c), mean(c, a)]);
};

describe('a simplified surface', () => {
  it('is as far from the original as the farthest of its centers', () => {
    const corner = fc.nat(15);
    const triples = fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(point, { minLength: 16, maxLength: 16 }), triples, triples, (points, before, after) => {
        const positions = Float32Array.from(points.flat());
        const original = Uint32Array.from(before.flat());
        // Vertices of the simplified surface are vertices of the original.
        const simplified = Uint32Array.from(after.flat(), (vertex) => original[vertex % original.length] ?? 0);
        const pair = new SurfacePair();
        pair.fill(positions, original, simplified);
        const maximum = Math.max(...distancesOf(gridOf(positions, original), centers(positions, simplified)));
        expectDistance(pair.farthestFromOriginal(0), maximum, { positions, indices: original });
        expect(pair.farthestFromOriginal(100)).toBe(100);
      }),
      { numRuns: 60 },
    );
  });

  it('has distance 0 if nothing changed', () => {
    const { positions, indices } = surface([
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0.3],
      ],
    ]);
    const pair = new SurfacePair();
    pair.fill(positions, indices, Uint32Array.of(1, 2, 0));
    expect(pair.farthestFromOriginal(0)).toBe(0);
  });
});
