// Rotations as four numbers in arrays, at any place.

/** Negative if one of them must be negated to turn along the shorter arc. */
export function dotAt(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += (a[i + c] ?? 0) * (b[j + c] ?? 0);
  return dot;
}

/** No rotation if there is no length. */
export function normalizeAt(q: Float64Array, at: number): void {
  const length = Math.sqrt(dotAt(q, at, q, at));
  if (length > 0) for (let c = 0; c < 4; c++) q[at + c] = (q[at + c] ?? 0) / length;
  else q[at + 3] = 1;
}
