// Packs floats from 0 to 1 as unsigned integers, rounded to nearest.

/** Coordinates outside 0 to 1 are wrapped, as a repeating sampler would. `wrapped` counts the vertices affected. */
export function packTexcoords(uvs: Float32Array): { readonly values: Uint16Array; readonly wrapped: number } {
  const values = new Uint16Array(uvs.length);
  let wrapped = 0;
  for (let i = 0; i < uvs.length; i += 2) {
    const u = uvs[i] ?? 0;
    const v = uvs[i + 1] ?? 0;
    if (!fits(u) || !fits(v)) wrapped++;
    values[i] = pack(u);
    values[i + 1] = pack(v);
  }
  return { values, wrapped };
}

/** Exporters write 1.0000001; wrapped to 0, it would stretch the whole texture over one triangle. */
const HALF_STEP = 0.5 / 65535;
const fits = (n: number): boolean => n >= -HALF_STEP && n <= 1 + HALF_STEP;

function pack(n: number): number {
  const inside = fits(n) ? Math.min(1, Math.max(0, n)) : n - Math.floor(n);
  return Math.floor(inside * 65535 + 0.5);
}

export function unpackTexcoords(values: Uint16Array): Float32Array {
  return Float32Array.from(values, (n) => n / 65535);
}

/** Values outside 0 to 1 are clamped. */
export function packColors(colors: Float32Array): Uint8Array {
  const values = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i++) values[i] = Math.floor(Math.min(1, Math.max(0, colors[i] ?? 0)) * 255 + 0.5);
  return values;
}

/** Four per vertex. They add up to 65535 if the floats add up to 1: the largest absorbs the rounding error. */
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
    // Weights that are not normalized stay as they are.
    if (rest >= -4 && rest <= 4) values[largest] = (values[largest] ?? 0) + rest;
  }
  return values;
}
