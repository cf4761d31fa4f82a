// Glow around areas that are brighter than the film curve can show: a narrow and a wide blur of the excess light.

import type { Canvas } from './raster.js';

const THRESHOLD = 1.6;

/** RGB at the resolution of `source` divided by `factor`, to be added to it. */
export function glowOf(source: Canvas, factor: number): Float32Array {
  const width = Math.floor(source.width / factor);
  const height = Math.floor(source.height / factor);
  const bright = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let j = 0; j < factor; j++)
          for (let i = 0; i < factor; i++)
            sum += Math.max(
              0,
              (source.color[((y * factor + j) * source.width + x * factor + i) * 3 + c] ?? 0) - THRESHOLD,
            );
        bright[(y * width + x) * 3 + c] = Math.min(8, sum / (factor * factor));
      }
    }
  }
  const tight = blur(bright, width, height, Math.round(width / 160));
  const wide = blur(tight, width, height, Math.round(width / 26));
  return tight.map((light, i) => light * 0.12 + (wide[i] ?? 0) * 0.3);
}

/** Three box blurs, which approximate a Gaussian. */
function blur(image: Float32Array, width: number, height: number, radius: number): Float32Array {
  let current = image;
  for (let pass = 0; pass < 3; pass++)
    current = boxBlur(boxBlur(current, width, height, radius, 3, width * 3), height, width, radius, width * 3, 3);
  return current;
}

/** Blurs `lines` lines of `length` samples. `step` is the distance between samples, `line` that between lines. */
function boxBlur(image: Float32Array, length: number, lines: number, radius: number, step: number, line: number) {
  const out = new Float32Array(image.length);
  for (let l = 0; l < lines; l++) {
    for (let c = 0; c < 3; c++) {
      const start = l * line + c;
      const at = (i: number) => image[start + Math.min(length - 1, Math.max(0, i)) * step] ?? 0;
      let sum = 0;
      for (let i = -radius; i <= radius; i++) sum += at(i);
      for (let i = 0; i < length; i++) {
        out[start + i * step] = sum / (radius * 2 + 1);
        sum += at(i + radius + 1) - at(i - radius);
      }
    }
  }
  return out;
}
