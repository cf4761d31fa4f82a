// Bounding box and sphere of positions, rounded outward so that they contain every position.

import type { Bounds } from '@assetc/formats';
import { roundUp } from '../round-up.js';

/** Box and sphere around positions. */
export function boundsOf(positions: Float32Array): Bounds {
  const min = [0, 0, 0];
  const max = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] ?? 0;
    const axis = i % 3;
    if (i < 3 || value < (min[axis] ?? 0)) min[axis] = value;
    if (i < 3 || value > (max[axis] ?? 0)) max[axis] = value;
  }
  const center = centerOf(min, max);
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = (positions[i] ?? 0) - (center[0] ?? 0);
    const y = (positions[i + 1] ?? 0) - (center[1] ?? 0);
    const z = (positions[i + 2] ?? 0) - (center[2] ?? 0);
    farthest = Math.max(farthest, x * x + y * y + z * z);
  }
  return { aabbMin: min, aabbMax: max, sphereCenter: center, sphereRadius: roundUp(Math.sqrt(farthest)) };
}

/** Bounds around nothing inside a mesh: boxes of all submeshes must be inside that of the mesh. */
export const emptyBoundsIn = ({ sphereCenter }: Bounds): Bounds => ({
  aabbMin: sphereCenter,
  aabbMax: sphereCenter,
  sphereCenter,
  sphereRadius: 0,
});

/** Half the size of a box, measured from the center of its sphere. */
export function halfExtentsOf({ aabbMin, aabbMax, sphereCenter }: Omit<Bounds, 'sphereRadius'>): readonly number[] {
  return sphereCenter.map((center, axis) =>
    roundUp(Math.max((aabbMax[axis] ?? 0) - center, center - (aabbMin[axis] ?? 0))),
  );
}

/** Center and half extents of a box around boxes. */
export function joinBoxes(boxes: readonly Bounds[]): {
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
} {
  const corner = (pick: (a: number, b: number) => number, of: (box: Bounds) => readonly number[]): readonly number[] =>
    [0, 1, 2].map((axis) =>
      boxes.length === 0 ? 0 : boxes.map((box) => of(box)[axis] ?? 0).reduce((a, b) => pick(a, b)),
    );
  const aabbMin = corner(Math.min, (box) => box.aabbMin);
  const aabbMax = corner(Math.max, (box) => box.aabbMax);
  const center = centerOf(aabbMin, aabbMax);
  return { center, halfExtents: halfExtentsOf({ aabbMin, aabbMax, sphereCenter: center }) };
}

const centerOf = (min: readonly number[], max: readonly number[]): readonly number[] =>
  min.map((low, axis) => Math.fround(low * 0.5 + (max[axis] ?? 0) * 0.5));
