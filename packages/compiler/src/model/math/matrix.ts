// Column-major 4×4 matrices in double precision, by + − × ÷ and square roots only: equal on every machine.

import type { Matrix } from '../scene/scene.js';

/** A new identity matrix. */
export function identity(): Matrix {
  const m = new Float64Array(16);
  m[0] = 1;
  m[5] = 1;
  m[10] = 1;
  m[15] = 1;
  return m;
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

/** Translation, rotation (x y z w) and scale, applied in the order scale, rotation, translation. */
export function compose(t: ArrayLike<number>, r: ArrayLike<number>, s: ArrayLike<number>): Matrix {
  const x = r[0] ?? 0;
  const y = r[1] ?? 0;
  const z = r[2] ?? 0;
  const w = r[3] ?? 1;
  const sx = s[0] ?? 1;
  const sy = s[1] ?? 1;
  const sz = s[2] ?? 1;
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    t[0] ?? 0,
    t[1] ?? 0,
    t[2] ?? 0,
    1,
  );
}

/** Cofactors of the upper 3×3, column-major: the matrix that carries normals, scaled by the determinant. */
export function cofactors(m: Matrix): Float64Array {
  const [a, b, c, , d, e, f, , g, h, i] = m;
  return Float64Array.of(
    mul(e, i) - mul(f, h),
    mul(f, g) - mul(d, i),
    mul(d, h) - mul(e, g),
    mul(c, h) - mul(b, i),
    mul(a, i) - mul(c, g),
    mul(b, g) - mul(a, h),
    mul(b, f) - mul(c, e),
    mul(c, d) - mul(a, f),
    mul(a, e) - mul(b, d),
  );
}

const mul = (a: number | undefined, b: number | undefined): number => (a ?? 0) * (b ?? 0);

/** Determinant of the upper 3×3. */
export function determinant(m: Matrix): number {
  const k = cofactors(m);
  return mul(m[0], k[0]) + mul(m[1], k[1]) + mul(m[2], k[2]);
}

/** Inverse of an affine matrix; undefined if it has none. */
export function invertAffine(m: Matrix): Matrix | undefined {
  const k = cofactors(m);
  const det = determinant(m);
  if (det === 0 || !Number.isFinite(1 / det)) return undefined;
  const out = identity();
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) out[column * 4 + row] = (k[row * 3 + column] ?? 0) / det;
  for (let row = 0; row < 3; row++)
    out[12 + row] = -(mul(out[row], m[12]) + mul(out[4 + row], m[13]) + mul(out[8 + row], m[14]));
  return out;
}

export function isIdentity(m: Matrix, tolerance = 0): boolean {
  for (let i = 0; i < 16; i++) if (Math.abs((m[i] ?? 0) - (i % 5 === 0 ? 1 : 0)) > tolerance) return false;
  return true;
}

interface Decomposed {
  readonly translation: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  readonly scale: readonly [number, number, number];
}

/** Scales are column lengths, the first negative for a mirror; the rest is treated as a rotation. */
export function decompose(m: Matrix): Decomposed {
  const column = (at: number): number =>
    Math.sqrt(mul(m[at], m[at]) + mul(m[at + 1], m[at + 1]) + mul(m[at + 2], m[at + 2]));
  const sx = determinant(m) < 0 ? -column(0) : column(0);
  const sy = column(4);
  const sz = column(8);
  const r = (at: number, scale: number): number => (scale === 0 ? 0 : (m[at] ?? 0) / scale);
  const m00 = sx === 0 ? 1 : r(0, sx);
  const m11 = sy === 0 ? 1 : r(5, sy);
  const m22 = sz === 0 ? 1 : r(10, sz);
  const [m10, m20] = [r(1, sx), r(2, sx)];
  const [m01, m21] = [r(4, sy), r(6, sy)];
  const [m02, m12] = [r(8, sz), r(9, sz)];
  const translation = [m[12] ?? 0, m[13] ?? 0, m[14] ?? 0] as const;
  const scale = [sx, sy, sz] as const;
  const trace = m00 + m11 + m22;
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1);
    return { translation, scale, rotation: [(m21 - m12) * s, (m02 - m20) * s, (m10 - m01) * s, 0.25 / s] };
  }
  if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    return { translation, scale, rotation: [0.25 * s, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s] };
  }
  if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    return { translation, scale, rotation: [(m01 + m10) / s, 0.25 * s, (m12 + m21) / s, (m02 - m20) / s] };
  }
  const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
  return { translation, scale, rotation: [(m02 + m20) / s, (m12 + m21) / s, 0.25 * s, (m10 - m01) / s] };
}

/** Whether a matrix differs from its decomposition, by more than rounding errors. */
export function hasShear(m: Matrix, { translation, rotation, scale }: Decomposed): boolean {
  const composed = compose(translation, rotation, scale);
  let largest = 1e-30;
  for (const value of m) largest = Math.max(largest, Math.abs(value));
  return m.some((value, i) => Math.abs(value - (composed[i] ?? 0)) > largest * 1e-4);
}
