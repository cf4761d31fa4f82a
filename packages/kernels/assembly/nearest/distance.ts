// Squared distances of one point to four triangles. Each is the distance to an explicit point of the triangle, never a difference of large
// products. At worst rounding picks a point that is not quite the nearest, so no distance is too small.
// The two functions are long because they transpose four triangles in registers.

import { SHAPE_BYTES } from './cells';

/* @inline */ function length2(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

/* @inline */ function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** along / length, clamped to 0 … 1; 0 if there is no length. */
/* @inline */ function share(along: v128, length: v128): v128 {
  const minimum = f32x4.splat(1e-30);
  return f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), f32x4.div(along, f32x4.max(length, minimum))));
}

/** Squared distance to the point at `k` on the edge from the origin to (ex, ey, ez). */
/* @inline */ function toEdge(wx: v128, wy: v128, wz: v128, ex: v128, ey: v128, ez: v128, k: v128): v128 {
  return length2(f32x4.sub(wx, f32x4.mul(k, ex)), f32x4.sub(wy, f32x4.mul(k, ey)), f32x4.sub(wz, f32x4.mul(k, ez)));
}

/** `list`: four triangle indices. */
/* @inline */ export function fourDistances(shapes: usize, list: usize, x: v128, y: v128, z: v128): v128 {
  const p = shapes + usize(load<u32>(list)) * SHAPE_BYTES;
  const q = shapes + usize(load<u32>(list, 4)) * SHAPE_BYTES;
  const r = shapes + usize(load<u32>(list, 8)) * SHAPE_BYTES;
  const s = shapes + usize(load<u32>(list, 12)) * SHAPE_BYTES;
  let l = v128.shuffle<f32>(v128.load(p), v128.load(q), 0, 4, 1, 5);
  let h = v128.shuffle<f32>(v128.load(p), v128.load(q), 2, 6, 3, 7);
  let m = v128.shuffle<f32>(v128.load(r), v128.load(s), 0, 4, 1, 5);
  let n = v128.shuffle<f32>(v128.load(r), v128.load(s), 2, 6, 3, 7);
  const wx = f32x4.sub(x, v128.shuffle<f32>(l, m, 0, 1, 4, 5));
  const wy = f32x4.sub(y, v128.shuffle<f32>(l, m, 2, 3, 6, 7));
  const wz = f32x4.sub(z, v128.shuffle<f32>(h, n, 0, 1, 4, 5));
  const uu = v128.shuffle<f32>(h, n, 2, 3, 6, 7);
  l = v128.shuffle<f32>(v128.load(p, 16), v128.load(q, 16), 0, 4, 1, 5);
  h = v128.shuffle<f32>(v128.load(p, 16), v128.load(q, 16), 2, 6, 3, 7);
  m = v128.shuffle<f32>(v128.load(r, 16), v128.load(s, 16), 0, 4, 1, 5);
  n = v128.shuffle<f32>(v128.load(r, 16), v128.load(s, 16), 2, 6, 3, 7);
  const ux = v128.shuffle<f32>(l, m, 0, 1, 4, 5);
  const uy = v128.shuffle<f32>(l, m, 2, 3, 6, 7);
  const uz = v128.shuffle<f32>(h, n, 0, 1, 4, 5);
  const uv = v128.shuffle<f32>(h, n, 2, 3, 6, 7);
  l = v128.shuffle<f32>(v128.load(p, 32), v128.load(q, 32), 0, 4, 1, 5);
  h = v128.shuffle<f32>(v128.load(p, 32), v128.load(q, 32), 2, 6, 3, 7);
  m = v128.shuffle<f32>(v128.load(r, 32), v128.load(s, 32), 0, 4, 1, 5);
  n = v128.shuffle<f32>(v128.load(r, 32), v128.load(s, 32), 2, 6, 3, 7);
  const vx = v128.shuffle<f32>(l, m, 0, 1, 4, 5);
  const vy = v128.shuffle<f32>(l, m, 2, 3, 6, 7);
  const vz = v128.shuffle<f32>(h, n, 0, 1, 4, 5);
  const vv = v128.shuffle<f32>(h, n, 2, 3, 6, 7);

  const wu = dot(wx, wy, wz, ux, uy, uz);
  const wv = dot(wx, wy, wz, vx, vy, vz);
  const zero = f32x4.splat(0);
  const area = f32x4.sub(f32x4.mul(uu, vv), f32x4.mul(uv, uv));
  const i = f32x4.sub(f32x4.mul(vv, wu), f32x4.mul(uv, wv));
  const j = f32x4.sub(f32x4.mul(uu, wv), f32x4.mul(uv, wu));
  const isInside = v128.and(
    v128.and(f32x4.gt(area, zero), f32x4.le(f32x4.add(i, j), area)),
    v128.and(f32x4.ge(i, zero), f32x4.ge(j, zero)),
  );
  const a = f32x4.div(i, area);
  const b = f32x4.div(j, area);
  const over = length2(
    f32x4.sub(f32x4.sub(wx, f32x4.mul(a, ux)), f32x4.mul(b, vx)),
    f32x4.sub(f32x4.sub(wy, f32x4.mul(a, uy)), f32x4.mul(b, vy)),
    f32x4.sub(f32x4.sub(wz, f32x4.mul(a, uz)), f32x4.mul(b, vz)),
  );
  // The third edge, from the end of u to the end of v.
  const ex = f32x4.sub(vx, ux);
  const ey = f32x4.sub(vy, uy);
  const ez = f32x4.sub(vz, uz);
  const tx = f32x4.sub(wx, ux);
  const ty = f32x4.sub(wy, uy);
  const tz = f32x4.sub(wz, uz);
  const onEdges = f32x4.pmin(
    toEdge(wx, wy, wz, ux, uy, uz, share(wu, uu)),
    f32x4.pmin(
      toEdge(wx, wy, wz, vx, vy, vz, share(wv, vv)),
      toEdge(tx, ty, tz, ex, ey, ez, share(dot(tx, ty, tz, ex, ey, ez), length2(ex, ey, ez))),
    ),
  );
  return v128.bitselect(f32x4.pmin(onEdges, over), onEdges, isInside);
}

/**
 * The same for triangles above or below the point; for the others a large number. Takes half the time: if the point is near enough to one of
 * them, the edges do not matter.
 */
/* @inline */ export function fourInside(shapes: usize, list: usize, x: v128, y: v128, z: v128): v128 {
  const p = shapes + usize(load<u32>(list)) * SHAPE_BYTES;
  const q = shapes + usize(load<u32>(list, 4)) * SHAPE_BYTES;
  const r = shapes + usize(load<u32>(list, 8)) * SHAPE_BYTES;
  const s = shapes + usize(load<u32>(list, 12)) * SHAPE_BYTES;
  let l = v128.shuffle<f32>(v128.load(p), v128.load(q), 0, 4, 1, 5);
  let h = v128.shuffle<f32>(v128.load(p), v128.load(q), 2, 6, 3, 7);
  let m = v128.shuffle<f32>(v128.load(r), v128.load(s), 0, 4, 1, 5);
  let n = v128.shuffle<f32>(v128.load(r), v128.load(s), 2, 6, 3, 7);
  const wx = f32x4.sub(x, v128.shuffle<f32>(l, m, 0, 1, 4, 5));
  const wy = f32x4.sub(y, v128.shuffle<f32>(l, m, 2, 3, 6, 7));
  const wz = f32x4.sub(z, v128.shuffle<f32>(h, n, 0, 1, 4, 5));
  const uu = v128.shuffle<f32>(h, n, 2, 3, 6, 7);
  l = v128.shuffle<f32>(v128.load(p, 16), v128.load(q, 16), 0, 4, 1, 5);
  h = v128.shuffle<f32>(v128.load(p, 16), v128.load(q, 16), 2, 6, 3, 7);
  m = v128.shuffle<f32>(v128.load(r, 16), v128.load(s, 16), 0, 4, 1, 5);
  n = v128.shuffle<f32>(v128.load(r, 16), v128.load(s, 16), 2, 6, 3, 7);
  const ux = v128.shuffle<f32>(l, m, 0, 1, 4, 5);
  const uy = v128.shuffle<f32>(l, m, 2, 3, 6, 7);
  const uz = v128.shuffle<f32>(h, n, 0, 1, 4, 5);
  const uv = v128.shuffle<f32>(h, n, 2, 3, 6, 7);
  l = v128.shuffle<f32>(v128.load(p, 32), v128.load(q, 32), 0, 4, 1, 5);
  h = v128.shuffle<f32>(v128.load(p, 32), v128.load(q, 32), 2, 6, 3, 7);
  m = v128.shuffle<f32>(v128.load(r, 32), v128.load(s, 32), 0, 4, 1, 5);
  n = v128.shuffle<f32>(v128.load(r, 32), v128.load(s, 32), 2, 6, 3, 7);
  const vx = v128.shuffle<f32>(l, m, 0, 1, 4, 5);
  const vy = v128.shuffle<f32>(l, m, 2, 3, 6, 7);
  const vz = v128.shuffle<f32>(h, n, 0, 1, 4, 5);
  const vv = v128.shuffle<f32>(h, n, 2, 3, 6, 7);
  const wu = dot(wx, wy, wz, ux, uy, uz);
  const wv = dot(wx, wy, wz, vx, vy, vz);
  const zero = f32x4.splat(0);
  const area = f32x4.sub(f32x4.mul(uu, vv), f32x4.mul(uv, uv));
  const i = f32x4.sub(f32x4.mul(vv, wu), f32x4.mul(uv, wv));
  const j = f32x4.sub(f32x4.mul(uu, wv), f32x4.mul(uv, wu));
  const isInside = v128.and(
    v128.and(f32x4.gt(area, zero), f32x4.le(f32x4.add(i, j), area)),
    v128.and(f32x4.ge(i, zero), f32x4.ge(j, zero)),
  );
  const a = f32x4.div(i, area);
  const b = f32x4.div(j, area);
  const over = length2(
    f32x4.sub(f32x4.sub(wx, f32x4.mul(a, ux)), f32x4.mul(b, vx)),
    f32x4.sub(f32x4.sub(wy, f32x4.mul(a, uy)), f32x4.mul(b, vy)),
    f32x4.sub(f32x4.sub(wz, f32x4.mul(a, uz)), f32x4.mul(b, vz)),
  );
  return v128.bitselect(over, f32x4.splat(f32.MAX_VALUE), isInside);
}
