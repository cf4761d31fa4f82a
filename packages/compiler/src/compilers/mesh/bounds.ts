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
  const { floats, layout, bits } = rows;
  let lowX = Number.POSITIVE_INFINITY;
  let lowY = Number.POSITIVE_INFINITY;
  let lowZ = Number.POSITIVE_INFINITY;
  let highX = Number.NEGATIVE_INFINITY;
  let highY = Number.NEGATIVE_INFINITY;
  let highZ = Number.NEGATIVE_INFINITY;
  // All axes at once: the rows of a large mesh are in no cache.
  for (let i = 0; i < bits.length; i += layout.words) {
    const x = floats[i] ?? 0;
    const y = floats[i + 1] ?? 0;
    const z = floats[i + 2] ?? 0;
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  return { min: Float32Array.of(lowX, lowY, lowZ), max: Float32Array.of(highX, highY, highZ) };
}

/** The longest side. */
export function extentOf({ min, max }: Box): number {
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) extent = Math.max(extent, Math.fround((max[axis] ?? 0) - (min[axis] ?? 0)));
  return extent;
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
