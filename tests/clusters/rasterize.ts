// Draws triangles on the CPU with depth: lit by interpolated normals, over a pattern of the texture coordinates.

import type { VertexAttributes } from '@assetc/formats';
import type { Picture } from '../three/compare-pictures.js';

export interface Camera {
  readonly eye: readonly number[];
  readonly target: readonly number[];
  /** Pixels that one unit covers at a distance of one, as for `selectClusters`. */
  readonly pixelsPerUnit: number;
  readonly size: number;
}

type Vector = readonly [number, number, number];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): Vector => [
  (a[0] ?? 0) - (b[0] ?? 0),
  (a[1] ?? 0) - (b[1] ?? 0),
  (a[2] ?? 0) - (b[2] ?? 0),
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const length = Math.sqrt(dot(a, a)) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

const LIGHT = unit([1, 2, 1.5]);

/** Luminance from 0 to 1. */
function shade(normal: Vector, u: number, v: number): number {
  const stripes = 0.75 + 0.25 * Math.sin(u * 40) * Math.sin(v * 40);
  return (0.15 + 0.85 * Math.max(0, dot(unit(normal), LIGHT))) * stripes;
}

export function rasterize(vertices: VertexAttributes, corners: ArrayLike<number>, camera: Camera): Picture {
  const { size, eye, pixelsPerUnit } = camera;
  const forward = unit(minus(camera.target, eye));
  const right = unit(cross(forward, [0, 1, 0.001]));
  const up = cross(right, forward);
  const { positions, normals, uvs } = vertices;
  const count = positions.length / 3;
  const screen = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    const at = minus(positions.subarray(i * 3, i * 3 + 3), eye);
    const depth = dot(at, forward);
    screen[i * 3] = size / 2 + (dot(at, right) * pixelsPerUnit) / depth;
    screen[i * 3 + 1] = size / 2 - (dot(at, up) * pixelsPerUnit) / depth;
    screen[i * 3 + 2] = 1 / depth;
  }
  const pixels = new Uint8Array(size * size * 4);
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  const nearest = new Float64Array(size * size);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t] ?? 0, corners[t + 1] ?? 0, corners[t + 2] ?? 0];
    const [ax = 0, ay = 0, az = 0] = screen.subarray(a * 3, a * 3 + 3);
    const [bx = 0, by = 0, bz = 0] = screen.subarray(b * 3, b * 3 + 3);
    const [cx = 0, cy = 0, cz = 0] = screen.subarray(c * 3, c * 3 + 3);
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const lastY = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy) - 0.5));
    const lastX = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx) - 0.5));
    for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5)); y <= lastY; y++)
      for (let x = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5)); x <= lastX; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const wb = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area;
        const wc = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area;
        const wa = 1 - wb - wc;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const depth = wa * az + wb * bz + wc * cz;
        const pixel = y * size + x;
        if (depth <= (nearest[pixel] ?? 0)) continue;
        nearest[pixel] = depth;
        // Perspective-correct weights.
        const [ka, kb, kc] = [(wa * az) / depth, (wb * bz) / depth, (wc * cz) / depth];
        const mix = (list: Float32Array, width: number, k: number): number =>
          ka * (list[a * width + k] ?? 0) + kb * (list[b * width + k] ?? 0) + kc * (list[c * width + k] ?? 0);
        const light = shade(
          [mix(normals, 3, 0), mix(normals, 3, 1), mix(normals, 3, 2)],
          mix(uvs, 2, 0),
          mix(uvs, 2, 1),
        );
        pixels.fill(Math.round(light * 255), pixel * 4, pixel * 4 + 3);
      }
  }
  return { width: size, height: size, pixels };
}
