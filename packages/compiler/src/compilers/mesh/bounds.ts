// Bounding boxes and spheres. A sphere is centered on its box; its radius is rounded up, so that it contains every vertex.

import type { Bounds } from '@assetc/formats';
import { roundUp } from '../../encoding/round-up.js';
import type { VertexRows } from './vertices/vertex-rows.js';

export interface Box {
  readonly min: Float32Array;
  readonly max: Float32Array;
}

function emptyBox(): Box {
  return {
    min: new Float32Array(3).fill(Number.POSITIVE_INFINITY),
    max: new Float32Array(3).fill(Number.NEGATIVE_INFINITY),
  };
}

export function boxOf(rows: VertexRows): Box {
  const box = emptyBox();
  const { words } = rows.layout;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < rows.bits.length; i += words) {
      const value = rows.floats[i] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    box.min[axis] = low;
    box.max[axis] = high;
  }
  return box;
}

export function joinBoxes(boxes: readonly Box[]): Box {
  const out = emptyBox();
  for (const { min, max } of boxes)
    for (let axis = 0; axis < 3; axis++) {
      out.min[axis] = Math.min(out.min[axis] ?? 0, min[axis] ?? 0);
      out.max[axis] = Math.max(out.max[axis] ?? 0, max[axis] ?? 0);
    }
  return out;
}

/** Bounds of several sets of rows, whose box is `box`. */
export function boundsOf(box: Box, parts: readonly VertexRows[]): Bounds {
  const center = Float32Array.from(box.min, (low, axis) => low * 0.5 + (box.max[axis] ?? 0) * 0.5);
  const [cx = 0, cy = 0, cz = 0] = center;
  let largest = 0;
  for (const { floats, layout, bits } of parts)
    for (let i = 0; i < bits.length; i += layout.words) {
      const x = (floats[i] ?? 0) - cx;
      const y = (floats[i + 1] ?? 0) - cy;
      const z = (floats[i + 2] ?? 0) - cz;
      const squared = x * x + y * y + z * z;
      if (squared > largest) largest = squared;
    }
  return {
    aabbMin: [...box.min],
    aabbMax: [...box.max],
    sphereCenter: [...center],
    sphereRadius: roundUp(Math.sqrt(largest)),
  };
}
