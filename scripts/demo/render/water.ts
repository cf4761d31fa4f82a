// Draws the sea: ripples from a normal map at two scales, reflections of sky and island, the visible ground, foam at the shore.

import { haze, type Light, type Surface, type SurfacePoint, type View } from './draw-surface.js';
import { dot, normalize, type Vector } from './matrix.js';
import { sample, sampleCube } from './sampled-texture.js';

const ripple = new Float32Array(4);
const swell = new Float32Array(4);
const mirrored = new Float32Array(4);

/** How much light a meter of water absorbs. */
const MURK = 0.95;

export function shadeWater(
  { material }: Surface,
  view: View,
  light: Light,
  point: SurfacePoint,
  pixel: number,
  out: Float32Array,
): boolean {
  const { position } = point;
  const away: Vector = [position[0] - view.eye[0], position[1] - view.eye[1], position[2] - view.eye[2]];
  const distance = Math.sqrt(dot(away, away));
  const toEye: Vector = [-away[0] / distance, -away[1] / distance, -away[2] / distance];
  const normal = rippled({ material }, point, distance);
  const facing = Math.max(0.02, dot(normal, toEye));
  const fresnel = 0.03 + 0.97 * (1 - facing) ** 5;
  reflect(view, light, normal, toEye, pixel, distance);

  const depth = view.target.depth[pixel] ?? 0;
  const behind = depth > 0 ? Math.max(0, 1 / depth - dot(away, view.forward)) : 1e3;
  const opacity = 1 - Math.exp(-behind * MURK);
  const half = normalize([light.sun[0] + toEye[0], light.sun[1] + toEye[1], light.sun[2] + toEye[2]]);
  const glitter = Math.max(0, dot(normal, half)) ** 420 * 9 * light.shadow.lit(position, point.normal);
  const wash = foam(behind);
  for (let i = 0; i < 3; i++) {
    const deep = (material.baseColorFactor[i] ?? 0) * 0.8;
    const water = deep * (1 - fresnel) + (mirrored[i] ?? 0) * fresnel + glitter * (light.sunColor[i] ?? 0);
    out[i] = water * (1 - wash) + 0.72 * (0.5 + (light.sunColor[i] ?? 0) * 0.25) * wash;
  }
  out[3] = Math.min(1, Math.max(opacity, fresnel, wash) + glitter);
  haze(light, view.eye, position, out);
  return true;
}

/** Small waves fade with distance, because a pixel would contain many of them. */
function rippled({ material }: Pick<Surface, 'material'>, { u, v }: SurfacePoint, distance: number): Vector {
  if (material.normal === undefined) return [0, 1, 0];
  const lod = Math.log2(1 + distance / 14) * 1.3;
  sample(material.normal, u * 1.7, v * 1.7, lod, ripple);
  sample(material.normal, v * 0.23 + 0.3, u * 0.23, lod - 2.5, swell);
  const strength = 0.2 / (1 + distance / 45);
  const x = ((ripple[0] ?? 0.5) - 0.5 + ((swell[0] ?? 0.5) - 0.5) * 0.8) * strength;
  const z = ((ripple[1] ?? 0.5) - 0.5 + ((swell[1] ?? 0.5) - 0.5) * 0.8) * strength;
  return normalize([x, 1, z]);
}

/** The reflection, or the sky if there is nothing to reflect. */
function reflect(view: View, light: Light, normal: Vector, toEye: Vector, pixel: number, distance: number): void {
  const k = 2 * dot(normal, toEye);
  const ray: Vector = [normal[0] * k - toEye[0], Math.abs(normal[1] * k - toEye[1]), normal[2] * k - toEye[2]];
  sampleCube(light.sky, ray[0], Math.max(0.01, ray[1]), ray[2], mirrored);
  const picture = view.reflection;
  if (picture === undefined) return;
  const bend = (picture.height * 0.9) / Math.max(4, distance * 0.22);
  const { width } = view.target;
  const scale = picture.width / width;
  const x = Math.round((pixel % width) * scale + normal[0] * bend);
  const y = Math.round(Math.floor(pixel / width) * scale + normal[2] * bend * 1.6);
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
  const at = y * picture.width + x;
  if ((picture.depth[at] ?? 0) <= 0) return;
  for (let i = 0; i < 3; i++) mirrored[i] = picture.color[at * 3 + i] ?? 0;
}

/** A broken white line where the water is shallow. */
function foam(thickness: number): number {
  const edge = 0.34 + ((ripple[0] ?? 0.5) - 0.5) * 1.1 + ((swell[1] ?? 0.5) - 0.5) * 0.9;
  const line = Math.max(0, 1 - Math.abs(thickness - edge) / 0.16);
  return Math.min(1, line * line * 0.75 + Math.max(0, 1 - thickness / 0.09) * 0.5);
}
