// Box and sphere of positions, rounded so that they hold every one of them.

import type { Bounds } from '@assetc/formats';
import { roundUp } from '../../encoding/round-up.js';

export function boundsOf(positions: Float32Array): Bounds {
  const min = [0, 0, 0];
  const max = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] ?? 0;
    const axis = i % 3;
    if (i < 3 || value < (min[axis] ?? 0)) min[axis] = value;
    if (i < 3 || value > (max[axis] ?? 0)) max[axis] = value;
  }
  const center = min.map((low, axis) => Math.fround(low * 0.5 + (max[axis] ?? 0) * 0.5));
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = (positions[i] ?? 0) - (center[0] ?? 0);
    const y = (positions[i + 1] ?? 0) - (center[1] ?? 0);
    const z = (positions[i + 2] ?? 0) - (center[2] ?? 0);
    farthest = Math.max(farthest, x * x + y * y + z * z);
  }
  return { aabbMin: min, aabbMax: max, sphereCenter: center, sphereRadius: roundUp(Math.sqrt(farthest)) };
}

export function halfExtentsOf({ aabbMin, aabbMax, sphereCenter }: Bounds): readonly number[] {
  return sphereCenter.map((middle, axis) =>
    roundUp(Math.max((aabbMax[axis] ?? 0) - middle, middle - (aabbMin[axis] ?? 0))),
  );
}
