// Detects meshes so far from the origin that 32-bit floats lose their details: maps and surveys have coordinates of millions.

import { boxOf, joinBoxes } from '../bounds.js';
import type { VertexRows } from '../vertices/vertex-rows.js';

/** The minimum number of float steps along the longest side of a mesh. */
const MIN_STEPS = 2048;
const STEPS_TO_ORIGIN = 2 ** 23;

/** The warning; undefined if the precision is sufficient. */
export function farFromOriginMessage(parts: readonly VertexRows[]): string | undefined {
  const { min, max } = joinBoxes(parts.filter(({ count }) => count > 0).map(boxOf));
  let [farthest, size] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
    // There are no vertices.
    if (low > high) return undefined;
    farthest = Math.max(farthest, Math.abs(low), Math.abs(high));
    size = Math.max(size, high - low);
  }
  if (size === 0 || size * STEPS_TO_ORIGIN >= farthest * MIN_STEPS) return undefined;
  const step = farthest / STEPS_TO_ORIGIN;
  return `the mesh is ${formatLength(size)} long and ${formatLength(farthest)} away from the origin, so positions are rounded to steps of about ${formatLength(step)}`;
}

const formatLength = (length: number): string => String(Number(length.toPrecision(2)));
