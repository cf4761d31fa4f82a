// Newell's normal of a polygon, also correct if it is concave or not quite flat. Its length is twice the area.

import type { Polygons } from './polygons.js';

export function faceNormal(
  { positions, corners, stride }: Polygons,
  first: number,
  count: number,
  out: Float64Array,
): void {
  let [nx, ny, nz] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const a = (corners[(first + i) * stride] ?? 0) * 3;
    const b = (corners[(first + (i + 1 === count ? 0 : i + 1)) * stride] ?? 0) * 3;
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
    const [bx, by, bz] = [positions[b] ?? 0, positions[b + 1] ?? 0, positions[b + 2] ?? 0];
    nx += (ay - by) * (az + bz);
    ny += (az - bz) * (ax + bx);
    nz += (ax - bx) * (ay + by);
  }
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
}
