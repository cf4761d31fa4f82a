// Draws one mesh: vertices to clip space, then per pixel base color, normal map, sun and shadow, sky light, emission, haze.

import { diffuseLight, type ImageLight, mirrorLight, mirrorShare } from './image-light.js';
import { cross, dot, type Matrix, normalize, type Vector } from './matrix.js';
import { type Canvas, drawTriangle, type Facing } from './raster.js';
import { type Level, type SampledTexture, sample, sampleCube } from './sampled-texture.js';
import type { ShadowMap } from './shadow-map.js';
import { shadeWater } from './water.js';

export interface SurfaceMaterial {
  readonly baseColorFactor: readonly number[];
  readonly emissiveFactor: readonly number[];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
  readonly alphaCutoff: number;
  readonly alphaMode: 'opaque' | 'mask' | 'blend';
  readonly doubleSided: boolean;
  readonly baseColor: SampledTexture | undefined;
  readonly normal: SampledTexture | undefined;
}

export interface Surface {
  /** World space, 3 per vertex. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** 4 per vertex; w is the handedness. */
  readonly tangents: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: ArrayLike<number>;
  readonly firstIndex: number;
  readonly indexCount: number;
  readonly material: SurfaceMaterial;
}

export interface Light {
  readonly sun: Vector;
  readonly sunColor: Vector;
  readonly sky: readonly Level[];
  readonly image: ImageLight;
  readonly shadow: ShadowMap;
}

/** The picture that a surface is drawn into: the main one, or the reflection in the water, from a camera below it. */
export interface View {
  readonly target: Canvas;
  readonly viewProjection: Matrix;
  readonly eye: Vector;
  readonly forward: Vector;
  /** The reflection in the water. Absent while that is drawn. */
  readonly reflection: Canvas | undefined;
}

const albedo = new Float32Array(4);
const bump = new Float32Array(4);
const reflected = new Float32Array(4);
const ambient = new Float32Array(4);

export function drawSurface(view: View, surface: Surface, light: Light): void {
  const { target, viewProjection } = view;
  const { positions, indices, material } = surface;
  const clip = (v: number): readonly [number, number, number] => {
    const [x, y, z] = [positions[v * 3] ?? 0, positions[v * 3 + 1] ?? 0, positions[v * 3 + 2] ?? 0];
    const row = (r: number) =>
      (viewProjection[r] ?? 0) * x +
      (viewProjection[4 + r] ?? 0) * y +
      (viewProjection[8 + r] ?? 0) * z +
      (viewProjection[12 + r] ?? 0);
    return [row(0), row(1), row(3)];
  };
  const isWater = material.alphaMode === 'blend';
  const facing: Facing = material.doubleSided ? 'both' : view.reflection === undefined ? 'mirrored' : 'front';
  for (let i = surface.firstIndex; i < surface.firstIndex + surface.indexCount; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
    const corners = [clip(a), clip(b), clip(c)];
    const lod = levelOfDetail(surface, [a, b, c], corners, target);
    drawTriangle(target, corners, facing, isWater, (pixel, wa, wb, wc, out) => {
      const at = pointOn(surface, a, b, c, wa, wb, wc);
      return isWater ? shadeWater(surface, view, light, at, pixel, out) : shade(surface, view, light, at, lod, out);
    });
  }
}

/** A point of a triangle, with interpolated attributes. */
export interface SurfacePoint {
  readonly position: Vector;
  readonly normal: Vector;
  readonly tangent: Vector;
  readonly handedness: number;
  readonly u: number;
  readonly v: number;
}

function pointOn(s: Surface, a: number, b: number, c: number, wa: number, wb: number, wc: number): SurfacePoint {
  const mix = (from: Float32Array, stride: number, k: number): number =>
    (from[a * stride + k] ?? 0) * wa + (from[b * stride + k] ?? 0) * wb + (from[c * stride + k] ?? 0) * wc;
  const mix3 = (from: Float32Array, stride: number): Vector => [
    mix(from, stride, 0),
    mix(from, stride, 1),
    mix(from, stride, 2),
  ];
  return {
    position: mix3(s.positions, 3),
    normal: normalize(mix3(s.normals, 3)),
    tangent: mix3(s.tangents, 4),
    handedness: s.tangents[a * 4 + 3] ?? 1,
    u: mix(s.uvs, 2, 0),
    v: mix(s.uvs, 2, 1),
  };
}

/** Half the logarithm of the number of base color texels per pixel of this triangle. */
function levelOfDetail(
  { uvs, material }: Surface,
  [a, b, c]: readonly [number, number, number],
  corners: readonly (readonly [number, number, number])[],
  target: Canvas,
): number {
  const level = (material.baseColor ?? material.normal)?.levels[0];
  const [p = [0, 0, 1], q = [0, 0, 1], r = [0, 0, 1]] = corners;
  if (level === undefined || p[2] <= 0.1 || q[2] <= 0.1 || r[2] <= 0.1) return 0;
  const uv = (v: number) => [(uvs[v * 2] ?? 0) * level.width, (uvs[v * 2 + 1] ?? 0) * level.height] as const;
  const screen = (k: readonly [number, number, number]) =>
    [(k[0] / k[2]) * 0.5 * target.width, (k[1] / k[2]) * 0.5 * target.height] as const;
  const area = (x: readonly [number, number], y: readonly [number, number], z: readonly [number, number]) =>
    Math.abs((y[0] - x[0]) * (z[1] - x[1]) - (z[0] - x[0]) * (y[1] - x[1]));
  const texels = area(uv(a), uv(b), uv(c));
  const pixels = area(screen(p), screen(q), screen(r));
  // At a slant a square of texels is thin on the screen: half a level sharper, because every pixel is sampled four times.
  return pixels > 0 && texels > 0 ? Math.log2(texels / pixels) / 2 - 0.6 : 0;
}

function shade(
  { material }: Surface,
  view: View,
  light: Light,
  point: SurfacePoint,
  lod: number,
  out: Float32Array,
): boolean {
  const { position, u, v } = point;
  // The reflection contains only what is above the water.
  if (view.reflection === undefined && position[1] < 0) return false;
  albedo.fill(1);
  if (material.baseColor !== undefined) sample(material.baseColor, u, v, lod, albedo);
  for (let i = 0; i < 4; i++) albedo[i] = (albedo[i] ?? 1) * (material.baseColorFactor[i] ?? 1);
  if (material.alphaMode === 'mask' && (albedo[3] ?? 1) < material.alphaCutoff) return false;

  const toEye = normalize([view.eye[0] - position[0], view.eye[1] - position[1], view.eye[2] - position[2]]);
  let normal = material.normal === undefined ? point.normal : bumped(material.normal, point, lod, 1);
  if (dot(normal, toEye) < 0) normal = [-normal[0], -normal[1], -normal[2]];
  const facingSun = dot(normal, light.sun);
  const sun = facingSun > 0 ? facingSun * light.shadow.lit(position, point.normal) : 0;
  const half = normalize([light.sun[0] + toEye[0], light.sun[1] + toEye[1], light.sun[2] + toEye[2]]);
  const gloss = 2 / Math.max(0.01, material.roughnessFactor ** 4) - 2;
  const highlight = sun * Math.max(0, dot(normal, half)) ** gloss * (gloss + 2) * 0.03;
  const facing = Math.max(0, dot(normal, toEye));
  const k = 2 * dot(normal, toEye);
  const ray: Vector = [normal[0] * k - toEye[0], normal[1] * k - toEye[1], normal[2] * k - toEye[2]];
  const { metallicFactor: metal, roughnessFactor: roughness } = material;
  mirrorLight(light.image, ray, roughness, reflected);
  diffuseLight(light.image, normal, ambient);
  const share = mirrorShare(light.image, facing, roughness);
  for (let i = 0; i < 3; i++) {
    const color = albedo[i] ?? 0;
    const diffuse = color * (1 - metal) * ((ambient[i] ?? 0) * (1 - share(0.04)) + (light.sunColor[i] ?? 0) * sun);
    const shine =
      highlight * (light.sunColor[i] ?? 0) + (reflected[i] ?? 0) * share(0.04 * (1 - metal) + color * metal);
    out[i] = diffuse + shine + (material.emissiveFactor[i] ?? 0) * EMISSION;
  }
  haze(light, view.eye, position, out);
  return true;
}

/** The normal from a two-channel normal map, `strength` times as steep. */
export function bumped(map: SampledTexture, point: SurfacePoint, lod: number, strength: number): Vector {
  const { normal, handedness } = point;
  const tangent = normalize(point.tangent);
  const [bx, by, bz] = cross(normal, tangent);
  sample(map, point.u, point.v, lod, bump);
  const [x, y] = [((bump[0] ?? 0.5) * 2 - 1) * strength, ((bump[1] ?? 0.5) * 2 - 1) * strength];
  const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
  return normalize([
    tangent[0] * x + bx * handedness * y + normal[0] * z,
    tangent[1] * x + by * handedness * y + normal[1] * z,
    tangent[2] * x + bz * handedness * y + normal[2] * z,
  ]);
}

const EMISSION = 3.2;

/** Blends distant surfaces into the horizon, so that the sea meets the sky. */
export function haze(light: Light, eye: Vector, position: Vector, out: Float32Array): void {
  const away: Vector = [position[0] - eye[0], position[1] - eye[1], position[2] - eye[2]];
  const distance = Math.sqrt(dot(away, away));
  const amount = 1 - Math.exp(-((distance / 420) ** 1.5));
  if (amount < 0.003) return;
  sampleCube(light.sky, away[0], Math.max(0.004 * distance, away[1]), away[2], reflected);
  for (let i = 0; i < 3; i++) out[i] = (out[i] ?? 0) * (1 - amount) + (reflected[i] ?? 0) * amount;
}
