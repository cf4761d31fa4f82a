// The light of an environment in `<name>.ibl.ktx2`: a cubemap whose levels are reflections of increasing roughness, and nine coefficients for
// diffuse surfaces in its key/value data.

import { FormatError } from '../core/format-error.js';
import { viewOf } from '../core/struct.js';
import type { KeyValue, Ktx2 } from './model.js';

/** 27 f32: nine coefficients of red, green and blue each. */
export const IRRADIANCE_KEY = 'assetcSH9';

const COEFFICIENTS = 9;

/** Lighting data of an environment, apart from the texels. */
export interface EnvironmentLight {
  /** Levels of the cubemap: level 0 has roughness 0, the last one roughness 1. */
  readonly levelCount: number;
  /** [coefficient][red, green, blue]: see `irradianceAt`. */
  readonly irradiance: Float32Array;
}

/** Parses the value of the entry; undefined if it is invalid. */
export function irradianceIn(value: Uint8Array): Float32Array | undefined {
  if (value.byteLength !== COEFFICIENTS * 3 * 4) return undefined;
  const view = viewOf(value);
  const irradiance = Float32Array.from({ length: COEFFICIENTS * 3 }, (_, i) => view.getFloat32(i * 4, true));
  return irradiance.every((coefficient) => Number.isFinite(coefficient)) ? irradiance : undefined;
}

/** The key/value entry with the coefficients. */
export function irradianceEntry(irradiance: Float32Array): KeyValue {
  const value = new Uint8Array(irradiance.length * 4);
  const view = viewOf(value);
  for (const [i, coefficient] of irradiance.entries()) view.setFloat32(i * 4, coefficient, true);
  return { key: IRRADIANCE_KEY, value };
}

/**
 * The lighting data of a texture; undefined if it has none. Throws a FormatError if its entry is damaged.
 *
 * @example
 * const light = readEnvironmentLight(decodeKtx2(bytes));
 */
export function readEnvironmentLight({ keyValues, levels, faceCount }: Ktx2): EnvironmentLight | undefined {
  const value = keyValues.find(({ key }) => key === IRRADIANCE_KEY)?.value;
  if (value === undefined) return undefined;
  const irradiance = irradianceIn(value);
  if (irradiance === undefined || faceCount !== 6)
    throw new FormatError('bad-value', 0, `${IRRADIANCE_KEY} must be 27 finite f32 of a cubemap`);
  return { levelCount: levels.length, irradiance };
}

/**
 * The level to sample for a roughness of 0 to 1 as artists set it (the square root of GGX's alpha). Fractions are between two levels.
 *
 * @example
 * const lod = levelOfRoughness(material.roughnessFactor, light.levelCount);
 */
export const levelOfRoughness = (roughness: number, levelCount: number): number =>
  Math.min(Math.max(roughness, 0), 1) * Math.max(0, levelCount - 1);

/** The roughness that a level was filtered for: evenly spaced from 0 to 1. */
export const roughnessOfLevel = (level: number, levelCount: number): number =>
  levelCount < 2 ? 0 : Math.min(Math.max(level / (levelCount - 1), 0), 1);

/**
 * The irradiance of a surface with this unit normal: red, green, blue. A white diffuse surface emits 1/π of it.
 *
 * @example
 * const [red, green, blue] = irradianceAt(light.irradiance, [0, 1, 0]);
 */
export function irradianceAt(
  irradiance: Float32Array,
  [x, y, z]: readonly [x: number, y: number, z: number],
): readonly [red: number, green: number, blue: number] {
  const basis = [
    ...[0.28209479177387814, 0.4886025119029199 * y, 0.4886025119029199 * z, 0.4886025119029199 * x],
    ...[1.0925484305920792 * x * y, 1.0925484305920792 * y * z, 0.31539156525252005 * (3 * z * z - 1)],
    ...[1.0925484305920792 * x * z, 0.5462742152960396 * (x * x - y * y)],
  ];
  const sum = (channel: number): number =>
    Math.max(
      0,
      basis.reduce((total, value, i) => total + value * (irradiance[i * 3 + channel] ?? 0), 0),
    );
  return [sum(0), sum(1), sum(2)];
}
