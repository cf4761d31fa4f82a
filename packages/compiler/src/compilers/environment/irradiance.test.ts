import { irradianceAt } from '@assetc/formats';
import { expect, test } from 'vitest';
import { buildLight } from './build-light.js';
import { integrateDfg } from './dfg-table.js';
import { evaluateBasis, irradianceOf, projectSky, SH_COUNT } from './irradiance.js';
import { pointsOf } from './sky-points.js';
import { onOneThread } from './testing/environment-tasks.js';
import { equirect } from './testing/skies.js';

/** Rings of directions over the whole sphere, with their solid angles. */
function* sphere(rings: number): Generator<readonly [x: number, y: number, z: number, steradians: number]> {
  for (let i = 0; i < rings; i++) {
    const y = ((i + 0.5) / rings) * 2 - 1;
    const out = Math.sqrt(1 - y * y);
    for (let j = 0; j < 2 * rings; j++) {
      const angle = ((j + 0.5) / rings) * Math.PI;
      yield [out * Math.cos(angle), y, out * Math.sin(angle), (4 * Math.PI) / (2 * rings * rings)];
    }
  }
}

/** Smooth enough to be integrated accurately, and different in every direction. */
const light = (x: number, y: number, z: number): readonly [number, number, number] => [
  1 + 0.8 * x + 0.3 * y * z + 0.1 * x * x * x,
  2 + Math.sin(3 * y) + 0.5 * x * z,
  Math.exp(z) + 0.4 * x * y,
];

const smoothSky = (width: number) =>
  equirect(width, (column, row) => {
    const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
    const latitude = (0.5 - (row + 0.5) / (width / 2)) * Math.PI;
    const out = Math.cos(latitude);
    return light(out * Math.sin(longitude), Math.sin(latitude), -out * Math.cos(longitude));
  });

test('the basis is orthonormal', () => {
  const sums = new Float64Array(SH_COUNT * SH_COUNT);
  const basis = new Float64Array(SH_COUNT);
  for (const [x, y, z, steradians] of sphere(60)) {
    evaluateBasis(x, y, z, basis);
    for (let i = 0; i < SH_COUNT; i++)
      for (let j = 0; j < SH_COUNT; j++)
        sums[i * SH_COUNT + j] = (sums[i * SH_COUNT + j] ?? 0) + (basis[i] ?? 0) * (basis[j] ?? 0) * steradians;
  }
  for (let i = 0; i < SH_COUNT; i++)
    for (let j = 0; j < SH_COUNT; j++) expect(sums[i * SH_COUNT + j]).toBeCloseTo(i === j ? 1 : 0, 2);
});

test('coefficients match numerical integration within a thousandth', () => {
  const wanted = new Float64Array(SH_COUNT * 3);
  const basis = new Float64Array(SH_COUNT);
  for (const [x, y, z, steradians] of sphere(300)) {
    evaluateBasis(x, y, z, basis);
    for (const [c, value] of light(x, y, z).entries())
      for (let k = 0; k < SH_COUNT; k++)
        wanted[k * 3 + c] = (wanted[k * 3 + c] ?? 0) + (basis[k] ?? 0) * value * steradians;
  }
  const found = projectSky(pointsOf(smoothSky(512)));
  for (const [i, value] of wanted.entries()) expect(Math.abs((found[i] ?? 0) - value)).toBeLessThan(1e-3);
});

test('irradiance from the coefficients matches the cosine-weighted integral, up to degree two', () => {
  // Higher degrees fall off quickly under a cosine; light without them matches exactly.
  const plain = (x: number, y: number, z: number) => [1 + 0.8 * x, 2 + y * z, 3 - 0.5 * z + 0.2 * x * x] as const;
  const width = 256;
  const sky = equirect(width, (column, row) => {
    const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
    const latitude = (0.5 - (row + 0.5) / (width / 2)) * Math.PI;
    const out = Math.cos(latitude);
    return plain(out * Math.sin(longitude), Math.sin(latitude), -out * Math.cos(longitude));
  });
  const coefficients = irradianceOf(projectSky(pointsOf(sky)));
  for (const normal of [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0.48, 0.6, -0.64],
  ] as const) {
    const wanted = [0, 0, 0];
    for (const [x, y, z, steradians] of sphere(200)) {
      const cosine = Math.max(0, x * normal[0] + y * normal[1] + z * normal[2]);
      for (const [c, value] of plain(x, y, z).entries()) wanted[c] = (wanted[c] ?? 0) + value * cosine * steradians;
    }
    for (const [c, value] of irradianceAt(coefficients, normal).entries())
      expect(Math.abs(value / (wanted[c] ?? 0) - 1)).toBeLessThan(1e-3);
  }
});

test('a white furnace stays white: prefiltered light, table and coefficients combined', async () => {
  const white = equirect(128, () => [1, 1, 1]);
  const { levels, irradiance } = await buildLight(white, white, 64, 4, onOneThread);
  const table = await integrateDfg(onOneThread);
  let worst = 0;
  for (const { texels } of levels)
    for (let i = 0; i < table.length; i += 2) {
      // A perfect mirror of any roughness: the multiple-scattering term restores what a single bounce loses.
      const [scale = 0, bias = 0] = table.subarray(i, i + 2);
      const [f0, single] = [1, scale + bias];
      const reflected = (texels[0] ?? 0) * (f0 * scale + bias) * (1 + f0 * (1 / single - 1));
      worst = Math.max(worst, Math.abs(reflected - 1));
    }
  expect(worst).toBeLessThan(0.01);
  for (const [x, y, z] of sphere(8))
    for (const value of irradianceAt(irradiance, [x, y, z])) expect(Math.abs(value / Math.PI - 1)).toBeLessThan(0.01);
});
