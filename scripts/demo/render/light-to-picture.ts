// Turns linear light into a picture: the sky as background, the beams of the lighthouse, glow around bright areas, the film
// curve, downsampling, the color grade.

import { dot, type Matrix, normalize, subtract, type Vector } from './matrix.js';
import type { Canvas } from './raster.js';
import { type Level, sampleCube } from './sampled-texture.js';

/** Calls `visit` with every pixel and its view direction. */
function eachRay(
  target: Canvas,
  view: Matrix,
  fovDegrees: number,
  visit: (pixel: number, x: number, y: number, z: number, cosine: number) => void,
): void {
  const scale = Math.tan((fovDegrees * Math.PI) / 360);
  const aspect = target.width / target.height;
  const axis = (r: number): Vector => [view[r] ?? 0, view[4 + r] ?? 0, view[8 + r] ?? 0];
  const [right, up, back] = [axis(0), axis(1), axis(2)];
  for (let y = 0; y < target.height; y++) {
    const ry = (1 - ((y + 0.5) / target.height) * 2) * scale;
    for (let x = 0; x < target.width; x++) {
      const rx = (((x + 0.5) / target.width) * 2 - 1) * scale * aspect;
      const n = 1 / Math.sqrt(rx * rx + ry * ry + 1);
      const dx = (right[0] * rx + up[0] * ry - back[0]) * n;
      const dy = (right[1] * rx + up[1] * ry - back[1]) * n;
      const dz = (right[2] * rx + up[2] * ry - back[2]) * n;
      visit(y * target.width + x, dx, dy, dz, n);
    }
  }
}

/** Fills pixels that nothing covered. `view` rows are the camera's axes. */
export function drawSky(target: Canvas, view: Matrix, fovDegrees: number, sky: readonly Level[]): void {
  const out = new Float32Array(4);
  eachRay(target, view, fovDegrees, (pixel, x, y, z) => {
    if ((target.depth[pixel] ?? 0) > 0) return;
    sampleCube(sky, x, y, z, out);
    for (let c = 0; c < 3; c++) target.color[pixel * 3 + c] = out[c] ?? 0;
  });
}

export interface Beacon {
  readonly position: Vector;
  /** The angle of the beams around the vertical axis. */
  readonly turn: number;
  readonly color: Vector;
}

/** Two beams, as light scattered along the stretch of each beam that is nearest to the pixel's ray. */
export function drawBeams(target: Canvas, view: Matrix, fovDegrees: number, eye: Vector, beacon: Beacon): void {
  const offset = subtract(beacon.position, eye);
  for (const side of [0, Math.PI]) {
    const beam = normalize([Math.cos(beacon.turn + side), -0.03, Math.sin(beacon.turn + side)]);
    const along = dot(offset, beam);
    eachRay(target, view, fovDegrees, (pixel, x, y, z, cosine) => {
      const across = x * beam[0] + y * beam[1] + z * beam[2];
      const ahead = x * offset[0] + y * offset[1] + z * offset[2];
      const reach = Math.max(0, (across * ahead - along) / Math.max(1e-4, 1 - across * across));
      const t = ahead + across * reach;
      const depth = target.depth[pixel] ?? 0;
      if (t <= 0 || (depth > 0 && t * cosine > 1 / depth)) return;
      const gx = x * t - offset[0] - beam[0] * reach;
      const gy = y * t - offset[1] - beam[1] * reach;
      const gz = z * t - offset[2] - beam[2] * reach;
      const radius = 0.2 + reach * 0.05;
      const off = (gx * gx + gy * gy + gz * gz) / (radius * radius);
      if (off > 6) return;
      const light = (0.42 / (1 + reach * 0.16)) * Math.exp(-off);
      for (let c = 0; c < 3; c++)
        target.color[pixel * 3 + c] = (target.color[pixel * 3 + c] ?? 0) + light * (beacon.color[c] ?? 0);
    });
  }
}

const curve = (x: number): number => (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
const toSrgb = (c: number): number => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
const EXPOSURE = 0.62;

/**
 * Averages blocks of `factor`² pixels after the film curve: averaged before it, one bright sample would dominate the
 * others, and edges against the light would be jagged.
 */
export function develop(source: Canvas, factor: number, glow: Float32Array): Float32Array {
  const width = Math.floor(source.width / factor);
  const height = Math.floor(source.height / factor);
  const picture = new Float32Array(width * height * 3);
  for (let y = 0; y < height * factor; y++) {
    for (let x = 0; x < width * factor; x++) {
      const to = (Math.floor(y / factor) * width + Math.floor(x / factor)) * 3;
      const from = (y * source.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const light = Math.max(0, (source.color[from + c] ?? 0) + (glow[to + c] ?? 0)) * EXPOSURE;
        picture[to + c] = (picture[to + c] ?? 0) + toSrgb(Math.min(1, curve(light))) / (factor * factor);
      }
    }
  }
  return picture;
}

/** The 3D table (RGBA bytes, red fastest), trilinear, over a picture of 0 … 1; noise of half a step keeps gradients from banding. */
export function grade(picture: Float32Array, lut: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(picture.length);
  const fetch = (r: number, g: number, b: number, c: number) => lut[((b * size + g) * size + r) * 4 + c] ?? 0;
  const low = [0, 0, 0];
  const part = [0, 0, 0];
  for (let i = 0; i < out.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      const at = Math.min(1, Math.max(0, picture[i + c] ?? 0)) * (size - 1);
      low[c] = Math.min(size - 2, Math.floor(at));
      part[c] = at - (low[c] ?? 0);
    }
    const [r = 0, g = 0, b = 0] = low;
    const [fr = 0, fg = 0, fb = 0] = part;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 8; k++) {
        const [dr, dg, db] = [k & 1, (k >> 1) & 1, k >> 2];
        const weight = (dr === 1 ? fr : 1 - fr) * (dg === 1 ? fg : 1 - fg) * (db === 1 ? fb : 1 - fb);
        sum += weight * fetch(r + dr, g + dg, b + db, c);
      }
      out[i + c] = Math.min(255, Math.max(0, Math.round(sum + (dither(i + c) - 0.5) * 0.5)));
    }
  }
  return out;
}

/** 0 … 1, always the same for a position. */
function dither(n: number): number {
  const h = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  return ((Math.imul(h ^ (h >>> 12), 0x297a2d39) >>> 8) & 0xffff) / 0x10000;
}
