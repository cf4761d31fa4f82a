// A sphere around spheres, with a margin for rounding when distances to both are compared in 32-bit floats: also on a GPU, the outer of two nested
// spheres must come out as nearer.

import { roundUp } from '../../../encoding/round-up.js';

/** A few units in the last place of a 32-bit float. */
export const ROUNDING = 2e-6;

/** `spheres`: center and radius, four floats each. The result contains them all. */
export function sphereAround(spheres: Float32Array): readonly [number, number, number, number] {
  const center = approximateCenter(spheres);
  const [x, y, z] = [Math.fround(center[0]), Math.fround(center[1]), Math.fround(center[2])];
  let radius = 0;
  for (let at = 0; at < spheres.length; at += 4) radius = Math.max(radius, farthestDistance(spheres, at, x, y, z));
  return [x, y, z, roundUp(radius * (1 + ROUNDING))];
}

function farthestDistance(spheres: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = (spheres[at] ?? 0) - x;
  const dy = (spheres[at + 1] ?? 0) - y;
  const dz = (spheres[at + 2] ?? 0) - z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + (spheres[at + 3] ?? 0);
}

/** Moves the center toward the farthest sphere in decreasing steps: near the center of the smallest enclosing sphere. */
function approximateCenter(spheres: Float32Array): readonly [number, number, number] {
  const count = spheres.length / 4;
  let [x, y, z] = [0, 0, 0];
  for (let at = 0; at < spheres.length; at += 4) {
    x += spheres[at] ?? 0;
    y += spheres[at + 1] ?? 0;
    z += spheres[at + 2] ?? 0;
  }
  x /= count;
  y /= count;
  z /= count;
  for (let step = 1; step <= 24; step++) {
    let farthest = 0;
    let maxDistance = -1;
    for (let at = 0; at < spheres.length; at += 4) {
      const distance = farthestDistance(spheres, at, x, y, z);
      if (distance > maxDistance) {
        maxDistance = distance;
        farthest = at;
      }
    }
    x += ((spheres[farthest] ?? 0) - x) / (step + 1);
    y += ((spheres[farthest + 1] ?? 0) - y) / (step + 1);
    z += ((spheres[farthest + 2] ?? 0) - z) / (step + 1);
  }
  return [x, y, z];
}
