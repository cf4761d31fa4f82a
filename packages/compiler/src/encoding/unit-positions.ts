// Positions as meshoptimizer can take them: it multiplies up to four of them in 32-bit floats, so that very large or very
// small meshes would overflow or vanish. A power of two brings those to about one, and is undone without rounding.

export interface UnitPositions {
  /** Three floats a vertex, multiplied by `scale`. */
  readonly positions: Float32Array;
  readonly scale: number;
}

/** Meshes between a thousandth and a million units are passed as they are. */
const SMALL = 1e-3;
const LARGE = 1e6;

/** Takes over `positions`, three floats a vertex. */
export function unitPositions(positions: Float32Array): UnitPositions {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i] ?? 0));
  if (largest === 0 || (largest >= SMALL && largest <= LARGE)) return { positions, scale: 1 };
  let scale = 1;
  while (largest * scale > 1) scale /= 2;
  while (largest * scale < 0.5) scale *= 2;
  for (let i = 0; i < positions.length; i++) positions[i] = (positions[i] ?? 0) * scale;
  return { positions, scale };
}
