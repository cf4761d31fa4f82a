// A dusk sky as an equirectangular picture of light, and the matching color grade.

import { clamp01, fbm, mix, step } from './noise.js';
import type { LightPicture } from './radiance.js';

/** The direction of the sun. scene/level.json lights the island from the same direction. */
const SUN = [-0.9571, 0.2278, -0.1792] as const;
const ZENITH = [0.12, 0.17, 0.36];
const HIGH = [0.36, 0.33, 0.52];
const ROSE = [0.84, 0.5, 0.5];
const HORIZON = [0.97, 0.72, 0.5];
const GOLD = [1, 0.84, 0.52];
const CLOUD_LIT = [1, 0.7, 0.52];
const CLOUD_SHADE = [0.47, 0.36, 0.5];
const SEA = [0.3, 0.32, 0.42];

const blend = (from: readonly number[], to: readonly number[], t: number): number[] =>
  from.map((c, i) => mix(c, to[i] ?? 0, t));

/** Clouds on a plane, stretched along the wind. They thin out toward zenith and horizon. */
function cloudAt(x: number, y: number, z: number): { cover: number; thick: number } {
  const far = 1 / (y + 0.09);
  const [u, v] = [(x * far) / 40 + 0.5, (z * far) / 15 + 0.5];
  const shape = fbm(u, v, 24, 6, 91);
  const veil = fbm(u * 0.5, v * 0.5, 24, 3, 95);
  const band = step(0.015, 0.13, y) * (1 - step(0.3, 0.85, y));
  return { cover: step(0.47, 0.68, shape * 0.75 + veil * 0.25) * band, thick: step(0.5, 0.75, shape) };
}

function skyColor(x: number, y: number, z: number): number[] {
  const up = clamp01(y);
  const sun = x * SUN[0] + y * SUN[1] + z * SUN[2];
  const side = clamp01(sun * 0.5 + 0.5);
  let color = blend(HORIZON, ROSE, step(0.0, 0.17, up));
  color = blend(color, HIGH, step(0.06, 0.42, up));
  color = blend(color, ZENITH, step(0.3, 0.95, up));
  // Away from the sun the horizon is rose and violet.
  color = blend(blend(color, HIGH, 0.55 * (1 - step(0, 0.5, up))), color, step(0.15, 0.95, side));
  const glow = step(0.55, 1, sun);
  color = blend(color, GOLD, glow * glow * 0.85);
  const { cover, thick } = cloudAt(x, up, z);
  const cloud = blend(blend(CLOUD_LIT, GOLD, glow), CLOUD_SHADE, thick * (1 - glow * 0.6) * mix(1, 0.5, side));
  return blend(color, cloud, cover * 0.85);
}

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** The disc is as bright as the sun that scene/level.json lights the island with, seen over its half degree. */
const SUN_LIGHT = [340, 198, 113];

/** Light from a direction: the painted sky, plus light above its range toward the sun. */
function lightFrom(x: number, y: number, z: number): number[] {
  const above = skyColor(x, Math.max(0, y), z);
  const color = y < 0 ? blend(above, SEA, step(0, -0.2, y)) : above;
  const sun = x * SUN[0] + y * SUN[1] + z * SUN[2];
  const glare = step(0.72, 1, sun) ** 3 * step(-0.2, 0, y);
  // Behind the camera the sky is brighter than in front, because it lights the shaded sides that the camera sees.
  const fill = step(0, -0.8, sun);
  const disc = step(0.9984, 0.9988, sun);
  return color.map((c, i) => toLinear(clamp01(c)) * (1.3 + glare * 2.2 + fill * 2) + disc * (SUN_LIGHT[i] ?? 0));
}

/** The center is −Z, the right half +X. */
export function skyLight(width: number): LightPicture {
  const height = width / 2;
  const data = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const latitude = (0.5 - (row + 0.5) / height) * Math.PI;
    for (let column = 0; column < width; column++) {
      const longitude = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
      const out = Math.cos(latitude);
      data.set(
        lightFrom(out * Math.sin(longitude), Math.sin(latitude), -out * Math.cos(longitude)),
        (row * width + column) * 3,
      );
    }
  }
  return { width, height, data };
}

/** A warm dusk grade, 17³: shifts shadows toward blue and highlights toward orange. */
export function duskLut(): string {
  const size = 17;
  const lines = ['# Dusk: cool shadows, warm highlights', 'TITLE "Dusk"', `LUT_3D_SIZE ${size}`, ''];
  for (let b = 0; b < size; b++) {
    for (let g = 0; g < size; g++) {
      for (let r = 0; r < size; r++) {
        const rgb = [r, g, b].map((c) => c / (size - 1));
        const luma = (rgb[0] ?? 0) * 0.2126 + (rgb[1] ?? 0) * 0.7152 + (rgb[2] ?? 0) * 0.0722;
        const shadow = (1 - luma) * (1 - luma);
        const graded = [
          (rgb[0] ?? 0) * mix(0.96, 1.08, luma) - shadow * 0.01,
          (rgb[1] ?? 0) * mix(0.98, 1.0, luma),
          (rgb[2] ?? 0) * mix(1.04, 0.9, luma) + shadow * 0.035,
        ];
        lines.push(graded.map((c) => clamp01(c * c * (3 - 2 * c) * 0.35 + c * 0.65).toFixed(5)).join(' '));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
