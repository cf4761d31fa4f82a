// Scales positions for meshoptimizer, which multiplies up to four of them in 32-bit floats: very large or very small meshes would
// overflow or underflow. The scale is a power of two, so it can be undone without rounding.

import type { Floats } from '@assetc/kernels';

export interface UnitPositions {
  readonly count: number;
  /** Three floats per vertex, multiplied by `scale`. */
  readonly positions: Floats;
  readonly scale: number;
}

/** Meshes between these sizes are not scaled. */
const MIN_UNSCALED = 1e-3;
const MAX_UNSCALED = 1e6;

/** The scale that brings the largest absolute coordinate to about one. */
export function unitScale(largest: number): number {
  if (largest === 0 || (largest >= MIN_UNSCALED && largest <= MAX_UNSCALED)) return 1;
  let scale = 1;
  while (largest * scale > 1) scale /= 2;
  while (largest * scale < 0.5) scale *= 2;
  return scale;
}

/** Modifies and keeps `positions`, three floats per vertex. */
export function unitPositions(positions: Float32Array): UnitPositions & { readonly positions: Float32Array } {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i] ?? 0));
  const scale = unitScale(largest);
  if (scale !== 1) for (let i = 0; i < positions.length; i++) positions[i] = (positions[i] ?? 0) * scale;
  return { count: positions.length / 3, positions, scale };
}
