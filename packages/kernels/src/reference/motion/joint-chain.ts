// The twin of assembly/motion/chain.ts: joints in the space of the mesh, as matrices of three rows of four numbers per sample.

import { LOCAL_ROWS } from '../../motion/segment.js';

/** By sample. */
export type Matrices = readonly Float64Array[];

/** The transforms of a joint among parents. */
export function composeReference(locals: Float64Array, joint: number, count: number): Matrices {
  return Array.from({ length: count }, (_, i) => {
    const row = (k: number): number => locals[(joint * LOCAL_ROWS + k) * count + i] ?? 0;
    const [x, y, z, w, sx, sy, sz] = [row(3), row(4), row(5), row(6), row(7), row(8), row(9)];
    return Float64Array.of(
      (1 - 2 * (y * y + z * z)) * sx,
      2 * (x * y - w * z) * sy,
      2 * (x * z + w * y) * sz,
      row(0),
      2 * (x * y + w * z) * sx,
      (1 - 2 * (x * x + z * z)) * sy,
      2 * (y * z - w * x) * sz,
      row(1),
      2 * (x * z - w * y) * sx,
      2 * (y * z + w * x) * sy,
      (1 - 2 * (x * x + y * y)) * sz,
      row(2),
    );
  });
}

export function multiplyReference(a: Matrices, b: Matrices): Matrices {
  return a.map((left, i) => {
    const right = b[i] ?? left;
    return Float64Array.from(left, (_, at) => {
      const column = at % 4;
      const [p, q, r, t] = left.subarray(at - column, at - column + 4);
      const sum =
        (p ?? 0) * (right[column] ?? 0) + (q ?? 0) * (right[4 + column] ?? 0) + (r ?? 0) * (right[8 + column] ?? 0);
      return column === 3 ? sum + (t ?? 0) : sum;
    });
  });
}

/** The largest distance of the points at plus and minus `shell` on each axis. */
export function distanceReference(a: Matrices, b: Matrices, shell: number): number {
  let worst = 0;
  for (const [i, left] of a.entries()) {
    const delta = left.map((value, at) => value - (b[i]?.[at] ?? 0));
    const [tx, ty, tz] = [delta[3] ?? 0, delta[7] ?? 0, delta[11] ?? 0];
    for (let axis = 0; axis < 3; axis++) {
      const x = (delta[axis] ?? 0) * shell;
      const y = (delta[4 + axis] ?? 0) * shell;
      const z = (delta[8 + axis] ?? 0) * shell;
      // |t + d|² and |t − d|² differ by the sign of the product.
      const product = Math.abs(tx * x + ty * y + tz * z) * 2;
      worst = Math.max(worst, tx * tx + ty * ty + tz * tz + x * x + y * y + z * z + product);
    }
  }
  return Math.sqrt(worst);
}
