// Projects the light of a sky to nine coefficients of real spherical harmonics, for diffuse surfaces. The basis has no Condon–Shortley phase: for a unit
// normal (x, y, z) it is 0.282095; 0.488603 y, z, x; 1.092548 xy, yz; 0.315392 (3z² − 1); 1.092548 xz; 0.546274 (x² − y²).

import { POINT_NUMBERS, type SkyPoints } from './sky-points.js';

export const SH_COUNT = 9;

const Y0 = 1 / Math.sqrt(4 * Math.PI);
const Y1 = Math.sqrt(3 / (4 * Math.PI));
const Y2 = Math.sqrt(15 / (4 * Math.PI));
const Y20 = Math.sqrt(5 / (16 * Math.PI));
const Y22 = Math.sqrt(15 / (16 * Math.PI));

/** The cosine kernel's factor per coefficient: π, 2π/3 and π/4 by degree. */
const COSINE_FACTORS = [0, 1, 1, 1, 2, 2, 2, 2, 2].map(
  (degree) => [Math.PI, (2 * Math.PI) / 3, Math.PI / 4][degree] ?? 0,
);

/** Writes the nine basis functions at a unit vector to `out`. */
export function evaluateBasis(x: number, y: number, z: number, out: Float64Array): void {
  out[0] = Y0;
  out[1] = Y1 * y;
  out[2] = Y1 * z;
  out[3] = Y1 * x;
  out[4] = Y2 * x * y;
  out[5] = Y2 * y * z;
  out[6] = Y20 * (3 * z * z - 1);
  out[7] = Y2 * x * z;
  out[8] = Y22 * (x * x - y * y);
}

/** Coefficients of radiance: [coefficient][red, green, blue]. */
export function projectSky(points: SkyPoints): Float64Array {
  const sums = new Float64Array(SH_COUNT * 3);
  const row = new Float64Array(points.rowPoints * POINT_NUMBERS);
  const basis = new Float64Array(SH_COUNT);
  for (let y = 0; y < points.rowCount; y++) {
    points.fill(y, row);
    for (let p = 0; p < row.length; p += POINT_NUMBERS) {
      evaluateBasis(row[p] ?? 0, row[p + 1] ?? 0, row[p + 2] ?? 0, basis);
      const steradians = row[p + 3] ?? 0;
      const r = (row[p + 4] ?? 0) * steradians;
      const g = (row[p + 5] ?? 0) * steradians;
      const b = (row[p + 6] ?? 0) * steradians;
      for (let k = 0; k < SH_COUNT; k++) {
        const value = basis[k] ?? 0;
        sums[k * 3] = (sums[k * 3] ?? 0) + r * value;
        sums[k * 3 + 1] = (sums[k * 3 + 1] ?? 0) + g * value;
        sums[k * 3 + 2] = (sums[k * 3 + 2] ?? 0) + b * value;
      }
    }
  }
  return sums;
}

/** The sum of red, green and blue, averaged over all directions. */
export const meanLightOf = (radiance: Float64Array): number =>
  ((radiance[0] ?? 0) + (radiance[1] ?? 0) + (radiance[2] ?? 0)) * Y0;

/** Converts radiance to irradiance: the coefficients of what a surface receives, by its normal. */
export const irradianceOf = (radiance: Float64Array): Float32Array =>
  Float32Array.from(radiance, (value, i) => value * (COSINE_FACTORS[Math.floor(i / 3)] ?? 0));
