// Projects a polygon to a plane on which it is counterclockwise. Projection along an axis keeps coordinates unchanged, so that straight lines
// stay exactly straight; along the normal, a warped polygon is least likely to cross itself.

import type { Polygons } from './polygons.js';

/** Drops the axis along which the normal is longest. */
export function projectAlongAxis(polygons: Polygons, ring: Int32Array, normal: Float64Array, out: Float64Array): void {
  const [nx, ny, nz] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0];
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const [u, v, up] = ax >= ay && ax >= az ? [1, 2, nx] : ay >= az ? [2, 0, ny] : [0, 1, nz];
  const sign = up < 0 ? -1 : 1;
  for (let i = 0; i < ring.length; i++) {
    const at = (polygons.corners[(ring[i] ?? 0) * polygons.stride] ?? 0) * 3;
    out[i * 2] = polygons.positions[at + u] ?? 0;
    out[i * 2 + 1] = (polygons.positions[at + v] ?? 0) * sign;
  }
}

/** Projects to the plane perpendicular to the normal, relative to the first corner. */
export function projectAlongNormal(
  polygons: Polygons,
  ring: Int32Array,
  normal: Float64Array,
  out: Float64Array,
): void {
  const [nx, ny, nz] = normalize(normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0);
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  // The axis farthest from the normal gives the best conditioned pair.
  const [px, py, pz] = ax <= ay && ax <= az ? [0, -nz, ny] : ay <= az ? [nz, 0, -nx] : [-ny, nx, 0];
  const [ux, uy, uz] = normalize(px, py, pz);
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  const origin = (polygons.corners[(ring[0] ?? 0) * polygons.stride] ?? 0) * 3;
  const [ox, oy, oz] = [
    polygons.positions[origin] ?? 0,
    polygons.positions[origin + 1] ?? 0,
    polygons.positions[origin + 2] ?? 0,
  ];
  for (let i = 0; i < ring.length; i++) {
    const at = (polygons.corners[(ring[i] ?? 0) * polygons.stride] ?? 0) * 3;
    const x = (polygons.positions[at] ?? 0) - ox;
    const y = (polygons.positions[at + 1] ?? 0) - oy;
    const z = (polygons.positions[at + 2] ?? 0) - oz;
    out[i * 2] = x * ux + y * uy + z * uz;
    out[i * 2 + 1] = x * vx + y * vy + z * vz;
  }
}

function normalize(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1];
}
