import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { parseObj } from '../parse-obj.js';
import { triangulate } from './triangulate.js';

type Point = readonly [number, number, number];

/** One face over the given corners. */
const face = (points: readonly Point[]) =>
  new TextEncoder().encode(
    `${points.map((p) => `v ${p.join(' ')}`).join('\n')}\nf ${points.map((_, i) => i + 1).join(' ')}\n`,
  );

const triangulateFace = (points: readonly Point[]) => triangulate(parseObj(face(points), 'a.obj'), 'a.obj');

const cross = (a: Point, b: Point, c: Point): Point => {
  const [u, v] = [a.map((x, i) => (b[i] ?? 0) - x), a.map((x, i) => (c[i] ?? 0) - x)];
  const [ux = 0, uy = 0, uz = 0] = u;
  const [vx = 0, vy = 0, vz = 0] = v;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
};
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Sum of the triangles' cross products, each checked to face along `up`. */
function covered(points: readonly Point[], up: Point): Point {
  const { corners } = triangulateFace(points);
  const sum: [number, number, number] = [0, 0, 0];
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points[corners[t + k] ?? 0]);
    if (a === undefined || b === undefined || c === undefined) throw new Error('a triangle lacks a corner');
    const n = cross(a, b, c);
    expect(dot(n, up)).toBeGreaterThan(0);
    for (const i of [0, 1, 2] as const) sum[i] += n[i];
  }
  return sum;
}

const f32 = Math.fround;
const flat = (list: readonly (readonly [number, number])[]): Point[] => list.map(([x, y]) => [f32(x), f32(y), 0]);
const shoelace = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [0, 0];
    return sum + x * ny - nx * y;
  }, 0);

describe('triangulate', () => {
  it('triangulates a bent quad that crosses itself along the axis but not along its normal', () => {
    const points: Point[] = [
      [0, -0.34348, -1],
      [-0.53571, -0.35574, -0.6513],
      [-0.03571, -0.35574, -0.6513],
      [-0.03571, -0.52748, -0.6513],
    ];
    const result = triangulateFace(points);
    expect([...result.corners]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(result).toMatchObject({ flatFaces: 0, crossedFaces: 0 });
  });

  it('covers a star-shaped polygon exactly with n - 2 triangles of one orientation, in any direction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 4, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom([0, 1, 2], [1, 2, 0], [2, 0, 1]),
        (radii, backwards, axes) => {
          const outline = flat(
            radii.map((r, i) => {
              const t = (2 * Math.PI * i) / radii.length;
              return [r * Math.cos(t), r * Math.sin(t)];
            }),
          );
          if (backwards) outline.reverse();
          const turned = outline.map((p): Point => [p[axes[0] ?? 0] ?? 0, p[axes[1] ?? 0] ?? 0, p[axes[2] ?? 0] ?? 0]);
          const up: [number, number, number] = [0, 0, 0];
          up[axes.indexOf(2) as 0 | 1 | 2] = backwards ? -1 : 1;
          expect(triangulateFace(turned).faces.length).toBe(radii.length - 2);
          expect(dot(covered(turned, up), up)).toBeCloseTo(Math.abs(shoelace(outline)), 9);
        },
      ),
    );
  });

  it('covers a spiral with two arms with n - 2 triangles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 150 }), fc.double({ min: 0.5, max: 4, noNaN: true }), (steps, turns) => {
        const arm = (width: number) =>
          Array.from({ length: steps }, (_, i): [number, number] => {
            const t = (2 * Math.PI * turns * i) / steps;
            const r = 1 + t + width;
            return [r * Math.cos(t), r * Math.sin(t)];
          });
        const spiral = flat([...arm(0.6), ...arm(0).reverse()]);
        expect(triangulateFace(spiral)).toMatchObject({ crossedFaces: 0, flatFaces: 0 });
        expect(triangulateFace(spiral).faces.length).toBe(spiral.length - 2);
        expect(covered(spiral, [0, 0, Math.sign(shoelace(spiral))])[2]).toBeCloseTo(shoelace(spiral), 6);
      }),
      { numRuns: 40 },
    );
  });

  it('covers a zigzag with n - 2 triangles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 150 }), (teeth) => {
        const edge = (y: number) => Array.from({ length: teeth }, (_, i): [number, number] => [i, y + (i % 2) * 3]);
        const zigzag = flat([...edge(0), ...edge(1).reverse()]);
        expect(triangulateFace(zigzag)).toMatchObject({ crossedFaces: 0, flatFaces: 0 });
        expect(triangulateFace(zigzag).faces.length).toBe(zigzag.length - 2);
        expect(covered(zigzag, [0, 0, 1])[2]).toBeCloseTo(shoelace(zigzag), 6);
      }),
      { numRuns: 40 },
    );
  });

  it('skips and counts faces whose corners are collinear or coincident', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 3, maxLength: 40 }),
        fc.constantFrom<Point>([0, 0, 0], [1, 0, 0], [1, 2, -3], [0, -4, 8]),
        (distances, [x, y, z]) => {
          const result = triangulateFace(distances.map((t): Point => [1 + x * t, 2 + y * t, 3 + z * t]));
          expect(result).toMatchObject({ flatFaces: 1, crossedFaces: 0 });
          expect(result.corners).toHaveLength(0);
        },
      ),
    );
  });

  it('makes n - 2 triangles of a polygon that is warped out of its plane', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 4, maxLength: 24 }), (z) => {
        const points = z.map((h, i): Point => {
          const t = (2 * Math.PI * i) / z.length;
          return [f32(Math.cos(t)), f32(Math.sin(t)), f32(h)];
        });
        expect(triangulateFace(points)).toMatchObject({ crossedFaces: 0, flatFaces: 0 });
        expect(triangulateFace(points).faces.length).toBe(z.length - 2);
      }),
    );
  });

  it('keeps corners on a straight edge, so that neighbors fit without a crack', () => {
    const comb = flat([
      ...Array.from({ length: 9 }, (_, i): [number, number] => [i, 0]),
      [8, 3],
      ...Array.from({ length: 7 }, (_, i): [number, number] => [7 - i, i % 2 === 0 ? 1 : 3]),
      [0, 3],
    ]);
    expect(triangulateFace(comb).faces.length).toBe(comb.length - 2);
    expect(covered(comb, [0, 0, 1])[2]).toBeCloseTo(shoelace(comb), 9);
    expect(new Set(triangulateFace(comb).corners).size).toBe(comb.length);
  });

  it('triangulates a ring that is joined by a bridge', () => {
    const ring = flat([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
      [1, 1],
      [1, 3],
      [3, 3],
      [3, 1],
      [1, 1],
    ]);
    expect(triangulateFace(ring)).toMatchObject({ crossedFaces: 0, flatFaces: 0 });
    expect(covered(ring, [0, 0, 1])[2]).toBe(24);
    expect(triangulateFace(ring).faces.length).toBe(8);
  });

  it('skips repeated corners and spikes', () => {
    const square = flat([
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 2],
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect(covered(square, [0, 0, 1])[2]).toBe(2);
    expect(triangulateFace(square).crossedFaces).toBe(0);
  });

  it('fills an outline that crosses itself as a fan, and counts it with its line', () => {
    const bow = flat([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(triangulateFace(bow)).toMatchObject({ crossedFaces: 1, firstCrossedLine: 5, flatFaces: 0 });
    expect(triangulateFace(bow).faces.length).toBe(2);
    const lopsided = flat([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 1],
      [-1, 0.5],
    ]);
    expect(triangulateFace(lopsided).crossedFaces).toBe(1);
    expect(triangulateFace(lopsided).faces.length).toBe(3);
  });

  it('skips faces without an area, with any number of corners', () => {
    expect(triangulateFace(flat(Array.from({ length: 50 }, (_, i) => [i % 7, (i % 7) * 2]))).flatFaces).toBe(1);
    const line: Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ];
    expect(triangulateFace(line).flatFaces).toBe(1);
  });

  it('fails with the line of the face if it takes too many steps', () => {
    const zigzag = flat([
      ...Array.from({ length: 400 }, (_, i): [number, number] => [i, i % 2]),
      [400, 5] as const,
      [-1, 5] as const,
    ]);
    const text = parseObj(face(zigzag), 'a.obj');
    expect(triangulate(text, 'a.obj').faces.length).toBe(400);
    let error: unknown;
    try {
      triangulate(text, 'a.obj', 5000);
    } catch (thrown) {
      error = thrown;
    }
    expect(error instanceof AssetError && error.diagnostic).toMatchObject({
      code: 'obj/face-too-complex',
      file: 'a.obj',
      where: { line: 403 },
      message: expect.stringMatching(/5000 steps.*402 corners/),
    });
  });
});
