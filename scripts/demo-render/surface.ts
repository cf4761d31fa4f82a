// Draws one mesh: vertices to clip space, then per pixel base colour, normal map, sun, sky light, emission and fog.

import { cross, dot, type Matrix, normalize, type Vector } from './matrix.js';
import { type Canvas, drawTriangle } from './raster.js';
import { type Level, type SampledTexture, sample, sampleCube } from './sampled-texture.js';

export interface SurfaceMaterial {
  readonly baseColorFactor: readonly number[];
  readonly emissiveFactor: readonly number[];
  readonly metallicFactor: number;
  readonly roughnessFactor: number;
  readonly alphaCutoff: number;
  readonly alphaMode: 'opaque' | 'mask' | 'blend';
  readonly baseColor: SampledTexture | undefined;
  readonly normal: SampledTexture | undefined;
}

export interface Surface {
  /** World space, 3 a vertex. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** 4 a vertex, w is the handedness. */
  readonly tangents: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: ArrayLike<number>;
  readonly firstIndex: number;
  readonly indexCount: number;
  readonly material: SurfaceMaterial;
}

export interface Light {
  readonly eye: Vector;
  readonly sun: Vector;
  readonly sunColor: Vector;
  readonly sky: readonly Level[];
}

const albedo = new Float32Array(4);
const bump = new Float32Array(4);
const reflected = new Float32Array(4);

export function drawSurface(target: Canvas, viewProjection: Matrix, surface: Surface, light: Light): void {
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
  for (let i = surface.firstIndex; i < surface.firstIndex + surface.indexCount; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
    const corners = [clip(a), clip(b), clip(c)];
    const lod = levelOfDetail(surface, [a, b, c], corners, target);
    drawTriangle(target, corners, material.alphaMode === 'blend', (_, wa, wb, wc, out) =>
      shade(surface, light, a, b, c, wa, wb, wc, lod, out),
    );
  }
}

/** Half the logarithm of how many texels of the base colour fall on a pixel of this triangle. */
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
  return pixels > 0 && texels > 0 ? Math.log2(texels / pixels) / 2 : 0;
}

function shade(
  surface: Surface,
  light: Light,
  a: number,
  b: number,
  c: number,
  wa: number,
  wb: number,
  wc: number,
  lod: number,
  out: Float32Array,
): boolean {
  const { material } = surface;
  const mix3 = (from: Float32Array, stride: number): Vector => [
    (from[a * stride] ?? 0) * wa + (from[b * stride] ?? 0) * wb + (from[c * stride] ?? 0) * wc,
    (from[a * stride + 1] ?? 0) * wa + (from[b * stride + 1] ?? 0) * wb + (from[c * stride + 1] ?? 0) * wc,
    (from[a * stride + 2] ?? 0) * wa + (from[b * stride + 2] ?? 0) * wb + (from[c * stride + 2] ?? 0) * wc,
  ];
  const u = (surface.uvs[a * 2] ?? 0) * wa + (surface.uvs[b * 2] ?? 0) * wb + (surface.uvs[c * 2] ?? 0) * wc;
  const v =
    (surface.uvs[a * 2 + 1] ?? 0) * wa + (surface.uvs[b * 2 + 1] ?? 0) * wb + (surface.uvs[c * 2 + 1] ?? 0) * wc;
  albedo.fill(1);
  if (material.baseColor !== undefined) sample(material.baseColor, u, v, lod, albedo);
  for (let i = 0; i < 4; i++) albedo[i] = (albedo[i] ?? 1) * (material.baseColorFactor[i] ?? 1);
  if (material.alphaMode === 'mask' && (albedo[3] ?? 1) < material.alphaCutoff) return false;

  const position = mix3(surface.positions, 3);
  const toEye = normalize([light.eye[0] - position[0], light.eye[1] - position[1], light.eye[2] - position[2]]);
  let normal = normalize(mix3(surface.normals, 3));
  if (material.normal !== undefined) {
    const tangent = normalize(mix3(surface.tangents, 4));
    const side = surface.tangents[a * 4 + 3] ?? 1;
    const [bx, by, bz] = cross(normal, tangent);
    sample(material.normal, u, v, lod, bump);
    const [x, y] = [(bump[0] ?? 0.5) * 2 - 1, (bump[1] ?? 0.5) * 2 - 1];
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    normal = normalize([
      tangent[0] * x + bx * side * y + normal[0] * z,
      tangent[1] * x + by * side * y + normal[1] * z,
      tangent[2] * x + bz * side * y + normal[2] * z,
    ]);
  }
  if (dot(normal, toEye) < 0) normal = [-normal[0], -normal[1], -normal[2]];
  const sun = Math.max(0, dot(normal, light.sun));
  const half = normalize([light.sun[0] + toEye[0], light.sun[1] + toEye[1], light.sun[2] + toEye[2]]);
  const gloss = 2 / Math.max(0.01, material.roughnessFactor ** 4) - 2;
  const highlight = sun * Math.max(0, dot(normal, half)) ** gloss * (gloss + 2) * 0.03;
  const facing = Math.max(0, dot(normal, toEye));
  const fresnel = 0.04 + 0.96 * (1 - facing) ** 5;
  const mirror = (1 - material.roughnessFactor) ** 2 * fresnel + material.metallicFactor * 0.35;
  const k = 2 * dot(normal, toEye);
  sampleCube(
    light.sky,
    normal[0] * k - toEye[0],
    Math.abs(normal[1] * k - toEye[1]),
    normal[2] * k - toEye[2],
    reflected,
  );
  const up = normal[1] * 0.5 + 0.5;
  for (let i = 0; i < 3; i++) {
    const ambient = (SKY_LIGHT[i] ?? 0) * up + (GROUND_LIGHT[i] ?? 0) * (1 - up);
    const diffuse = (albedo[i] ?? 0) * (1 - material.metallicFactor * 0.6) * (ambient + (light.sunColor[i] ?? 0) * sun);
    out[i] =
      diffuse +
      highlight * (light.sunColor[i] ?? 0) +
      (reflected[i] ?? 0) * mirror +
      (material.emissiveFactor[i] ?? 0) * 2;
  }
  out[3] = Math.min(1, (albedo[3] ?? 1) + fresnel * 0.5);
  fog(light, position, out);
  return true;
}

const SKY_LIGHT = [0.34, 0.36, 0.55];
const GROUND_LIGHT = [0.2, 0.13, 0.1];

/** Distance fades into the horizon behind the pixel, so that the sea meets the sky. */
function fog(light: Light, position: Vector, out: Float32Array): void {
  const away: Vector = [position[0] - light.eye[0], position[1] - light.eye[1], position[2] - light.eye[2]];
  const amount = 1 - 1 / (1 + (dot(away, away) / 3000) ** 2);
  sampleCube(light.sky, away[0], Math.max(0.02 * Math.sqrt(dot(away, away)), away[1]), away[2], reflected);
  for (let i = 0; i < 3; i++) out[i] = (out[i] ?? 0) * (1 - amount) + (reflected[i] ?? 0) * amount;
}
