// Applies a lookup table to an image.

import type { Texels } from './texels.js';
import { valueAt } from './texels.js';

/** Red, green, blue of `size`³ entries from 0 to 1, red fastest. */
export interface LutTable {
  readonly size: number;
  readonly values: Float32Array;
}

/** Slices in order. */
export function lutOf(slices: readonly Texels[]): LutTable {
  const size = slices.length;
  const values = new Float32Array(size * size * size * 3);
  for (const [z, slice] of slices.entries()) {
    if (slice.width !== size || slice.height !== size) throw new Error('a lookup table is a cube');
    const scale = slice.data instanceof Uint16Array ? 1 : 1 / 255;
    for (let i = 0; i < size * size; i++)
      for (let c = 0; c < 3; c++) values[(z * size * size + i) * 3 + c] = valueAt(slice, i * 4 + c) * scale;
  }
  return { size, values };
}

/** Trilinear, like GPU sampling with texel centers. `strength` 0 leaves the image unchanged, 1 applies the table fully. */
export function applyLut({ size, values }: LutTable, picture: Texels, strength = 1): Uint8ClampedArray<ArrayBuffer> {
  const { data } = picture;
  const out = new Uint8ClampedArray(data.length);
  const last = size - 1;
  const at = (x: number, y: number, z: number, c: number): number => values[((z * size + y) * size + x) * 3 + c] ?? 0;
  for (let i = 0; i < data.length; i += 4) {
    const r = ((data[i] ?? 0) / 255) * last;
    const g = ((data[i + 1] ?? 0) / 255) * last;
    const b = ((data[i + 2] ?? 0) / 255) * last;
    const [x, y, z] = [Math.min(Math.floor(r), last), Math.min(Math.floor(g), last), Math.min(Math.floor(b), last)];
    const [x1, y1, z1] = [Math.min(x + 1, last), Math.min(y + 1, last), Math.min(z + 1, last)];
    const [fx, fy, fz] = [r - x, g - y, b - z];
    for (let c = 0; c < 3; c++) {
      const low =
        (at(x, y, z, c) * (1 - fx) + at(x1, y, z, c) * fx) * (1 - fy) +
        (at(x, y1, z, c) * (1 - fx) + at(x1, y1, z, c) * fx) * fy;
      const high =
        (at(x, y, z1, c) * (1 - fx) + at(x1, y, z1, c) * fx) * (1 - fy) +
        (at(x, y1, z1, c) * (1 - fx) + at(x1, y1, z1, c) * fx) * fy;
      const graded = (low * (1 - fz) + high * fz) * 255;
      out[i + c] = (data[i + c] ?? 0) * (1 - strength) + graded * strength;
    }
    out[i + 3] = 255;
  }
  return out;
}
