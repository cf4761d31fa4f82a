// Meshes so far from the origin that 32-bit floats cannot tell their details apart: maps and surveys have coordinates of millions.

import { boxOf, joinBoxes } from './bounds.js';
import type { VertexRows } from './vertex-rows.js';

/** Of a float's 24 bits, how many steps at least a mesh should have from one end to the other. */
const LEAST_STEPS = 2048;
const STEPS_TO_ORIGIN = 2 ** 23;

/** What is to be told of it; undefined where all is well. */
export function tellFarAway(parts: readonly VertexRows[]): string | undefined {
  const { min, max } = joinBoxes(parts.filter(({ count }) => count > 0).map(boxOf));
  let [farthest, size] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
    // There is no vertex at all.
    if (low > high) return undefined;
    farthest = Math.max(farthest, Math.abs(low), Math.abs(high));
    size = Math.max(size, high - low);
  }
  if (size === 0 || size * STEPS_TO_ORIGIN >= farthest * LEAST_STEPS) return undefined;
  const step = farthest / STEPS_TO_ORIGIN;
  return `the mesh is ${shown(size)} long and ${shown(farthest)} away from the origin, so positions are rounded to steps of about ${shown(step)}`;
}

const shown = (length: number): string => String(Number(length.toPrecision(2)));
