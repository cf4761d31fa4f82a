// The split-sum table of GGX with Smith's height-correlated visibility: for a cosine to the viewer (x) and a roughness (y), the scale and bias of F0.
// Their sum is what a white mirror of that roughness reflects in one bounce. Half vectors are sampled by their distribution and uniformly
// around the normal, with + − × ÷ and square roots only.

import type { Parallel } from '../../encoding/parallel.js';
import { sharedFloats } from '../../model/image/hdr-image.js';
import { rotationOf } from './portable-trig.js';

export const DFG_SIZE = 128;

/** Samples of half vectors by height, and around half of the circle, which the other half mirrors. The table is within 7e-4 of the integral. */
const HEIGHT_SAMPLES = 64;
const ANGLE_SAMPLES = 32;

/** Two values per texel, row by row; row 0 is the smoothest. */
export async function integrateDfg(parallel: Parallel): Promise<Float32Array> {
  const table = sharedFloats(DFG_SIZE * DFG_SIZE * 2);
  await parallel('dfg-row', DFG_SIZE, { table });
  return table;
}

const COSINES = Float64Array.from(
  { length: ANGLE_SAMPLES },
  (_, i) => rotationOf((i + 0.5) / (2 * ANGLE_SAMPLES)).cosine,
);

/** Writes one row to shared memory. */
export function fillDfgRow({ table }: { readonly table: Float32Array }, y: number): void {
  const roughness = (y + 0.5) / DFG_SIZE;
  for (let x = 0; x < DFG_SIZE; x++)
    table.set(dfgAt((x + 0.5) / DFG_SIZE, roughness * roughness, COSINES, HEIGHT_SAMPLES), (y * DFG_SIZE + x) * 2);
}

/** `around`: cosines of the angles of half vectors around the normal. */
function dfgAt(
  cosine: number,
  alpha: number,
  cosines: Float64Array,
  heights: number,
): readonly [scale: number, bias: number] {
  const alpha2 = alpha * alpha;
  const sine = Math.sqrt(1 - cosine * cosine);
  const shadeV = Math.sqrt(cosine * cosine * (1 - alpha2) + alpha2);
  let scale = 0;
  let bias = 0;
  for (let i = 0; i < heights; i++) {
    // Cubed: half vectors near the horizon have unbounded weight, and uniform steps would lose a hundredth of it.
    const step = (i + 0.5) / heights;
    const u = 1 - step * step * step;
    const hz = Math.sqrt((1 - u) / (1 + (alpha2 - 1) * u));
    const sineH = Math.sqrt(1 - hz * hz);
    for (let j = 0; j < cosines.length; j++) {
      const vh = sine * sineH * (cosines[j] ?? 0) + cosine * hz;
      const nl = 2 * vh * hz - cosine;
      if (nl <= 0 || vh <= 0) continue;
      const visibility = 0.5 / (nl * shadeV + cosine * Math.sqrt(nl * nl * (1 - alpha2) + alpha2));
      const light = (12 * step * step * visibility * nl * vh) / hz;
      const rest = 1 - vh;
      const fresnel = rest * rest * rest * rest * rest;
      scale += (1 - fresnel) * light;
      bias += fresnel * light;
    }
  }
  const count = heights * cosines.length;
  return [scale / count, bias / count];
}
