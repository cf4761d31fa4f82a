// From linear light to a picture: the sky behind everything, downsampling, the colour grade.

import { type Matrix, normalize, type Vector } from './matrix.js';
import type { Canvas } from './raster.js';
import { type Level, sampleCube } from './sampled-texture.js';

/** Fills pixels that nothing covered. `view` rows are the camera's axes. */
export function drawSky(target: Canvas, view: Matrix, fovDegrees: number, sky: readonly Level[]): void {
  const scale = Math.tan((fovDegrees * Math.PI) / 360);
  const aspect = target.width / target.height;
  const out = new Float32Array(4);
  for (let y = 0; y < target.height; y++) {
    for (let x = 0; x < target.width; x++) {
      const pixel = y * target.width + x;
      if ((target.depth[pixel] ?? 0) > 0) continue;
      const ray: Vector = [((x + 0.5) / target.width) * 2 - 1, 1 - ((y + 0.5) / target.height) * 2, -1];
      const [rx, ry] = [ray[0] * scale * aspect, ray[1] * scale];
      const axis = (r: number): Vector => [view[r] ?? 0, view[4 + r] ?? 0, view[8 + r] ?? 0];
      const [right, up, back] = [axis(0), axis(1), axis(2)];
      const [dx, dy, dz] = normalize([
        right[0] * rx + up[0] * ry - back[0],
        right[1] * rx + up[1] * ry - back[1],
        right[2] * rx + up[2] * ry - back[2],
      ]);
      sampleCube(sky, dx, dy, dz, out);
      for (let c = 0; c < 3; c++) target.color[pixel * 3 + c] = out[c] ?? 0;
    }
  }
}

/** Averages blocks of `factor`² pixels. */
export function downsample(source: Canvas, factor: number): Canvas {
  const width = Math.floor(source.width / factor);
  const height = Math.floor(source.height / factor);
  const color = new Float32Array(width * height * 3);
  for (let y = 0; y < height * factor; y++) {
    for (let x = 0; x < width * factor; x++) {
      const to = (Math.floor(y / factor) * width + Math.floor(x / factor)) * 3;
      const from = (y * source.width + x) * 3;
      for (let c = 0; c < 3; c++)
        color[to + c] = (color[to + c] ?? 0) + (source.color[from + c] ?? 0) / (factor * factor);
    }
  }
  return { width, height, color, depth: new Float32Array(width * height) };
}

const toSrgb = (c: number): number => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

/** A filmic curve, sRGB, then the 3D table (RGBA bytes, red fastest), trilinear. */
export function grade(picture: Canvas, lut: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(picture.width * picture.height * 3);
  const curve = (x: number) => (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  const fetch = (r: number, g: number, b: number, c: number) => lut[((b * size + g) * size + r) * 4 + c] ?? 0;
  for (let i = 0; i < out.length; i += 3) {
    const rgb = [0, 1, 2].map(
      (c) =>
        Math.min(1, Math.max(0, toSrgb(Math.min(1, curve(Math.max(0, picture.color[i + c] ?? 0) * 0.9))))) * (size - 1),
    );
    const low = rgb.map((x) => Math.min(size - 2, Math.floor(x)));
    const part = rgb.map((x, c) => x - (low[c] ?? 0));
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 8; k++) {
        const corner = [k & 1, (k >> 1) & 1, k >> 2];
        const weight = corner.reduce((w, bit, axis) => w * (bit === 1 ? (part[axis] ?? 0) : 1 - (part[axis] ?? 0)), 1);
        sum +=
          weight *
          fetch(
            (low[0] ?? 0) + (corner[0] ?? 0),
            (low[1] ?? 0) + (corner[1] ?? 0),
            (low[2] ?? 0) + (corner[2] ?? 0),
            c,
          );
      }
      out[i + c] = Math.round(sum);
    }
  }
  return out;
}
