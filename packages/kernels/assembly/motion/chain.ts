// Joints in the space of the mesh: twelve rows each, the numbers of three rows of four. Two samples at a time; nothing is fused, so results
// are the same to the last bit on every machine.

import { rowBytes } from './memory';

/* @inline */ function row(at: usize, index: usize): v128 {
  return v128.load(at + index * rowBytes);
}

/* @inline */ function put(at: usize, index: usize, value: v128): void {
  v128.store(at + index * rowBytes, value);
}

/* @inline */ function twice(value: v128): v128 {
  return f64x2.mul(f64x2.splat(2), value);
}

/** Translation, rotation and scale to matrices. */
export function compose(local: usize, out: usize): void {
  const one = f64x2.splat(1);
  for (let end = local + rowBytes; local < end; local += 16, out += 16) {
    const x = row(local, 3);
    const y = row(local, 4);
    const z = row(local, 5);
    const w = row(local, 6);
    const sx = row(local, 7);
    const sy = row(local, 8);
    const sz = row(local, 9);
    const xx = f64x2.mul(x, x);
    const yy = f64x2.mul(y, y);
    const zz = f64x2.mul(z, z);
    const xy = f64x2.mul(x, y);
    const xz = f64x2.mul(x, z);
    const yz = f64x2.mul(y, z);
    const wx = f64x2.mul(w, x);
    const wy = f64x2.mul(w, y);
    const wz = f64x2.mul(w, z);
    put(out, 0, f64x2.mul(f64x2.sub(one, twice(f64x2.add(yy, zz))), sx));
    put(out, 1, f64x2.mul(twice(f64x2.sub(xy, wz)), sy));
    put(out, 2, f64x2.mul(twice(f64x2.add(xz, wy)), sz));
    put(out, 3, row(local, 0));
    put(out, 4, f64x2.mul(twice(f64x2.add(xy, wz)), sx));
    put(out, 5, f64x2.mul(f64x2.sub(one, twice(f64x2.add(xx, zz))), sy));
    put(out, 6, f64x2.mul(twice(f64x2.sub(yz, wx)), sz));
    put(out, 7, row(local, 1));
    put(out, 8, f64x2.mul(twice(f64x2.sub(xz, wy)), sx));
    put(out, 9, f64x2.mul(twice(f64x2.add(yz, wx)), sy));
    put(out, 10, f64x2.mul(f64x2.sub(one, twice(f64x2.add(xx, yy))), sz));
    put(out, 11, row(local, 2));
  }
}

/* @inline */ function product(p: v128, q: v128, r: v128, b: usize, column: usize): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(p, row(b, column)), f64x2.mul(q, row(b, column + 4))),
    f64x2.mul(r, row(b, column + 8)),
  );
}

/** `out` may be neither `a` nor `b`. */
export function multiply(a: usize, b: usize, out: usize): void {
  for (let end = a + rowBytes; a < end; a += 16, b += 16, out += 16) {
    for (let first: usize = 0; first < 12; first += 4) {
      const p = row(a, first);
      const q = row(a, first + 1);
      const r = row(a, first + 2);
      put(out, first, product(p, q, r, b, 0));
      put(out, first + 1, product(p, q, r, b, 1));
      put(out, first + 2, product(p, q, r, b, 2));
      put(out, first + 3, f64x2.add(product(p, q, r, b, 3), row(a, first + 3)));
    }
  }
}

/** The sum of three products. */
/* @inline */ function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** The largest distance of the points at plus and minus `shell` on each axis. */
export function distance(a: usize, b: usize, shell: f64): f64 {
  const far = f64x2.splat(shell);
  let worst = f64x2.splat(0);
  for (let end = a + rowBytes; a < end; a += 16, b += 16) {
    const tx = f64x2.sub(row(a, 3), row(b, 3));
    const ty = f64x2.sub(row(a, 7), row(b, 7));
    const tz = f64x2.sub(row(a, 11), row(b, 11));
    const still = dot(tx, ty, tz, tx, ty, tz);
    for (let axis: usize = 0; axis < 3; axis++) {
      const x = f64x2.mul(f64x2.sub(row(a, axis), row(b, axis)), far);
      const y = f64x2.mul(f64x2.sub(row(a, axis + 4), row(b, axis + 4)), far);
      const z = f64x2.mul(f64x2.sub(row(a, axis + 8), row(b, axis + 8)), far);
      // |t + d|² and |t − d|² differ by the sign of the product.
      const both = twice(f64x2.abs(dot(tx, ty, tz, x, y, z)));
      const moved = f64x2.add(f64x2.add(f64x2.add(still, f64x2.mul(x, x)), f64x2.mul(y, y)), f64x2.mul(z, z));
      worst = f64x2.max(worst, f64x2.add(moved, both));
    }
  }
  return sqrt<f64>(max<f64>(f64x2.extract_lane(worst, 0), f64x2.extract_lane(worst, 1)));
}
