// Light of the sky on surfaces: irradiance for diffuse light, prefiltered levels and the split-sum table for reflections. The same code
// as in docs/guide/light.md.

import {
  type AssetLibrary,
  type AssetRef,
  type EnvironmentLight,
  fromHalf,
  irradianceAt,
  levelOfRoughness,
  readEnvironmentLight,
  readLevel,
} from '@assetc/formats';
import { loadCubeLevels } from './load-texture.js';
import type { Vector } from './matrix.js';
import { type Level, sampleCube } from './sampled-texture.js';

export interface ImageLight extends EnvironmentLight {
  /** Six faces per level. */
  readonly levels: readonly (readonly Level[])[];
  readonly table: { readonly size: number; readonly values: Float32Array };
}

export async function loadImageLight(library: AssetLibrary, light: AssetRef, table: AssetRef): Promise<ImageLight> {
  const texture = await library.loadTexture(light);
  const read = readEnvironmentLight(texture);
  if (read === undefined) throw new Error(`${String(light)} is not an environment light`);
  const dfg = await library.loadTexture(table);
  const [stored] = dfg.levels;
  if (stored === undefined) throw new Error(`${String(table)} is not a split-sum table`);
  const bytes = readLevel(stored).slice();
  const values = Float32Array.from(new Uint16Array(bytes.buffer), fromHalf);
  return { ...read, levels: await loadCubeLevels(texture), table: { size: dfg.pixelWidth, values } };
}

/** Writes the light that a white diffuse surface reflects into `out`. */
export function diffuseLight({ irradiance }: ImageLight, normal: Vector, out: Float32Array): void {
  for (const [i, value] of irradianceAt(irradiance, normal).entries()) out[i] = value / Math.PI;
}

const sharp = new Float32Array(4);
const blurred = new Float32Array(4);

/** Writes the light around the mirrored ray, filtered for this roughness, into `out`. */
export function mirrorLight(
  { levels, levelCount }: ImageLight,
  ray: Vector,
  roughness: number,
  out: Float32Array,
): void {
  const at = levelOfRoughness(roughness, levelCount);
  const low = Math.floor(at);
  sampleCube(levels[low] ?? [], ray[0], ray[1], ray[2], sharp);
  sampleCube(levels[Math.min(low + 1, levelCount - 1)] ?? [], ray[0], ray[1], ray[2], blurred);
  for (let i = 0; i < 3; i++) out[i] = (sharp[i] ?? 0) * (1 - (at - low)) + (blurred[i] ?? 0) * (at - low);
}

/** The share of it that is reflected, for each F0, after one bounce and after all others. */
export function mirrorShare({ table }: ImageLight, cosine: number, roughness: number): (f0: number) => number {
  const { size, values } = table;
  const place = (value: number): number => Math.min(size - 1, Math.max(0, value * size - 0.5));
  const [x, y] = [place(cosine), place(roughness)];
  const [x0, y0] = [Math.min(size - 2, Math.floor(x)), Math.min(size - 2, Math.floor(y))];
  const mixed = (k: number): number => {
    const at = (y0 * size + x0) * 2 + k;
    const above = (values[at] ?? 0) * (1 - (x - x0)) + (values[at + 2] ?? 0) * (x - x0);
    const below = (values[at + size * 2] ?? 0) * (1 - (x - x0)) + (values[at + size * 2 + 2] ?? 0) * (x - x0);
    return above * (1 - (y - y0)) + below * (y - y0);
  };
  const [scale, bias] = [mixed(0), mixed(1)];
  return (f0) => (f0 * scale + bias) * (1 + f0 * (1 / (scale + bias) - 1));
}
