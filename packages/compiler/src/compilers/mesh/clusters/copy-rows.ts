// Copies vertices of a mesh to separate arrays.

/** Copies rows of `width` for the vertices `globals[first]` and on. */
export function copyRows(
  source: Float32Array,
  out: Float32Array,
  width: number,
  globals: Uint32Array,
  end: number,
  first = 0,
): void {
  for (let i = first; i < end; i++) {
    const from = (globals[i] ?? 0) * width;
    const to = i * width;
    for (let c = 0; c < width; c++) out[to + c] = source[from + c] ?? 0;
  }
}
