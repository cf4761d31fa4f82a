// Floats from 0 to 1 as unsigned integers, rounded to nearest.

/** Coordinates outside 0 to 1 are wrapped, as a repeating sampler would; `wrapped` counts the vertices that had any. */
export function packTexcoords(uvs: Float32Array): { readonly values: Uint16Array; readonly wrapped: number } {
  const values = new Uint16Array(uvs.length);
  let wrapped = 0;
  for (let i = 0; i < uvs.length; i += 2) {
    const u = uvs[i] ?? 0;
    const v = uvs[i + 1] ?? 0;
    if (u < 0 || u > 1 || v < 0 || v > 1) wrapped++;
    values[i] = Math.floor(wrap(u) * 65535 + 0.5);
    values[i + 1] = Math.floor(wrap(v) * 65535 + 0.5);
  }
  return { values, wrapped };
}

const wrap = (n: number): number => (n < 0 || n > 1 ? n - Math.floor(n) : n);

export function unpackTexcoords(values: Uint16Array): Float32Array {
  return Float32Array.from(values, (n) => n / 65535);
}

/** What is beyond 0 to 1 is clamped. */
export function packColors(colors: Float32Array): Uint8Array {
  const values = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i++) values[i] = Math.floor(Math.min(1, Math.max(0, colors[i] ?? 0)) * 255 + 0.5);
  return values;
}

/** Four a vertex, adding up to 65535 where the floats add up to 1: the largest takes what rounding left. */
export function packWeights(weights: Float32Array): Uint16Array {
  const values = new Uint16Array(weights.length);
  for (let i = 0; i < weights.length; i += 4) {
    let sum = 0;
    let largest = i;
    for (let k = i; k < i + 4; k++) {
      const value = Math.floor(Math.min(1, Math.max(0, weights[k] ?? 0)) * 65535 + 0.5);
      values[k] = value;
      sum += value;
      if (value > (values[largest] ?? 0)) largest = k;
    }
    const rest = 65535 - sum;
    // Weights that are not normalised stay as they are.
    if (rest >= -4 && rest <= 4) values[largest] = (values[largest] ?? 0) + rest;
  }
  return values;
}
