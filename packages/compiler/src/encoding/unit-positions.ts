// Positions as meshoptimizer can take them: it multiplies up to four of them in 32-bit floats, so that very large or very
// small meshes would overflow or vanish. A power of two brings those to about one, and is undone without rounding.

import type { Floats } from '@assetc/kernels';

export interface UnitPositions {
  readonly count: number;
  /** Three floats a vertex, multiplied by `scale`. */
  readonly positions: Floats;
  readonly scale: number;
}

/** Meshes between a thousandth and a million units are passed as they are. */
const SMALL = 1e-3;
const LARGE = 1e6;

/** What brings a mesh to about one whose largest coordinate is `largest`, whatever its sign. */
export function unitScale(largest: number): number {
  if (largest === 0 || (largest >= SMALL && largest <= LARGE)) return 1;
  let scale = 1;
  while (largest * scale > 1) scale /= 2;
  while (largest * scale < 0.5) scale *= 2;
  return scale;
}

/** Takes over `positions`, three floats a vertex. */
export function unitPositions(positions: Float32Array): UnitPositions & { readonly positions: Float32Array } {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i] ?? 0));
  const scale = unitScale(largest);
  if (scale !== 1) for (let i = 0; i < positions.length; i++) positions[i] = (positions[i] ?? 0) * scale;
  return { count: positions.length / 3, positions, scale };
}
