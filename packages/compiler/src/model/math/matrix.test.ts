import fc from 'fast-check';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { cofactors, compose, decompose, determinant, identity, invertAffine, isIdentity, multiply } from './matrix.js';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const scale = fc.oneof(fc.double({ min: 0.1, max: 5, noNaN: true }), fc.double({ min: -5, max: -0.1, noNaN: true }));
const rotation = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((n) => n / Math.hypot(...q)));
const transform = fc.tuple(fc.tuple(number, number, number), rotation, fc.tuple(scale, scale, scale));

const close = (a: ArrayLike<number>, b: ArrayLike<number>, tolerance = 1e-9): void => {
  expect(a.length).toBe(b.length);
  for (let i = 0; i < a.length; i++) expect(Math.abs((a[i] ?? 0) - (b[i] ?? 0))).toBeLessThan(tolerance);
};

describe('matrices', () => {
  it('compose and multiply as three.js does', () => {
    fc.assert(
      fc.property(transform, transform, ([t1, r1, s1], [t2, r2, s2]) => {
        const three = (t: number[], r: number[], s: number[]): Matrix4 =>
          new Matrix4().compose(new Vector3(...t), new Quaternion(...r), new Vector3(...s));
        close(compose(t1, r1, s1), three(t1, r1, s1).elements, 1e-6);
        close(
          multiply(compose(t1, r1, s1), compose(t2, r2, s2)),
          three(t1, r1, s1).multiply(three(t2, r2, s2)).elements,
          1e-6,
        );
      }),
    );
  });

  it('decompose to what composes to the same matrix, mirrors included', () => {
    fc.assert(
      fc.property(transform, ([t, r, s]) => {
        const matrix = compose(t, r, s);
        const parts = decompose(matrix);
        close(compose(parts.translation, parts.rotation, parts.scale), matrix, 1e-6);
      }),
    );
  });

  it('invert, or return undefined', () => {
    fc.assert(
      fc.property(transform, ([t, r, s]) => {
        const matrix = compose(t, r, s);
        const inverse = invertAffine(matrix);
        expect(inverse).toBeDefined();
        if (inverse !== undefined) expect(isIdentity(multiply(matrix, inverse), 1e-6)).toBe(true);
      }),
    );
    expect(invertAffine(compose([1, 2, 3], [0, 0, 0, 1], [1, 0, 1]))).toBeUndefined();
  });

  it('have cofactors that are the determinant times the inverse transpose', () => {
    fc.assert(
      fc.property(transform, ([t, r, s]) => {
        const matrix = compose(t, r, s);
        const inverse = invertAffine(matrix) ?? identity();
        const det = determinant(matrix);
        const expected = [0, 1, 2].flatMap((c) => [0, 1, 2].map((row) => (inverse[row * 4 + c] ?? 0) * det));
        close(cofactors(matrix), expected, 1e-6);
      }),
    );
  });

  it('decompose a flattened matrix without NaN', () => {
    const { rotation: r, scale: s } = decompose(compose([0, 0, 0], [0, 0, 0, 1], [0, 2, 0]));
    expect([...r, ...s].every(Number.isFinite)).toBe(true);
    expect(s).toEqual([0, 2, 0]);
  });
});
