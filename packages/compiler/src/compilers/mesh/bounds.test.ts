import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundUp } from '../../encoding/round-up.js';
import { boundsOf, boxOf } from './bounds.js';
import { rowLayout, rowsOf } from './vertices/vertex-rows.js';

const layout = rowLayout({ skin: false, color: false });

describe('bounds', () => {
  it('contain every vertex, box and sphere', () => {
    const coordinate = fc.float({ min: Math.fround(-1e6), max: Math.fround(1e6), noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 40 }), (points) => {
        const rows = rowsOf(layout, new Uint32Array(points.length * layout.words));
        for (const [i, point] of points.entries()) rows.floats.set(point, i * layout.words);
        const { aabbMin, aabbMax, sphereCenter, sphereRadius } = boundsOf(boxOf(rows), [rows]);
        for (const point of points) {
          for (const [axis, value] of point.entries()) {
            expect(value).toBeGreaterThanOrEqual(aabbMin[axis] ?? 0);
            expect(value).toBeLessThanOrEqual(aabbMax[axis] ?? 0);
          }
          const [x, y, z] = point.map((value, axis) => value - (sphereCenter[axis] ?? 0));
          const distance = Math.sqrt((x ?? 0) * (x ?? 0) + (y ?? 0) * (y ?? 0) + (z ?? 0) * (z ?? 0));
          expect(distance).toBeLessThanOrEqual(sphereRadius);
        }
        for (const [axis, center] of sphereCenter.entries())
          expect(center).toBe(Math.fround((aabbMin[axis] ?? 0) * 0.5 + (aabbMax[axis] ?? 0) * 0.5));
      }),
    );
  });

  it('round up to the next float and no further', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (value) => {
        const up = roundUp(value);
        expect(up).toBeGreaterThanOrEqual(value);
        expect(Math.fround(up)).toBe(up);
        expect(up - value).toBeLessThanOrEqual(Math.max(value * 2 ** -23, 2 ** -149));
      }),
    );
  });
});
