// Reads a Lut from an image of slices. Slices are n × n texels, with red to the right, green down, and blue from slice to slice. They are in a row
// (n² × n), in a column (n × n²), or in a square image with √n per row, as in GPUImage. Hald images (G'MIC, RawTherapee) have the same size as such
// a square: all entries in sequence, wrapped at the image's edge. The smoother interpretation is used.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Image } from '../../model/image/image.js';
import type { Lut } from '../../model/image/lut.js';

const MAX_SIZE = 256;

export function imageToLut(image: Image, file: string): Lut {
  const { width, height } = image;
  const size = sizeOf(width, height);
  if (size === undefined)
    throw new AssetError({
      code: 'lut/bad-strip',
      file,
      message: `the image is ${width}×${height} texels, which is neither a strip of ${height} slices of ${height}×${height} nor a square of slices`,
    });
  const tiles = tiledRows(size, width);
  if (width !== height) return tableOf(image, size, tiles);
  const hald = Uint32Array.from({ length: size * size }, (_, i) => i * size);
  return tableOf(image, size, roughness(image, size, tiles) < roughness(image, size, hald) ? tiles : hald);
}

/** The number of entries along an edge of the table. */
function sizeOf(width: number, height: number): number | undefined {
  const size = width === height ? Math.round(Math.cbrt(width)) ** 2 : Math.min(width, height);
  return size >= 2 && size <= MAX_SIZE && width * height === size ** 3 && width % size === 0 ? size : undefined;
}

/** For each green of each blue, the texel where its row of reds starts; reds are adjacent in every layout. */
function tiledRows(size: number, width: number): Uint32Array {
  const across = width / size;
  return Uint32Array.from({ length: size * size }, (_, i) => {
    const [green, blue] = [i % size, Math.floor(i / size)];
    return (Math.floor(blue / across) * size + green) * width + (blue % across) * size;
  });
}

function tableOf({ pixels }: Image, size: number, rows: Uint32Array): Lut {
  const maxValue = pixels instanceof Uint16Array ? 65535 : 255;
  const values = new Float32Array(size * size * size * 3);
  let to = 0;
  for (const row of rows)
    for (let red = 0; red < size; red++) {
      const at = (row + red) * 4;
      for (let c = 0; c < 3; c++) values[to++] = (pixels[at + c] ?? 0) / maxValue;
    }
  return { size, values };
}

/** The sum of all differences between neighbors along green and blue: small if they are really neighbors. */
function roughness({ pixels }: Image, size: number, rows: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const here = (rows[i] ?? 0) * 4;
    const green = (i % size === 0 ? here : (rows[i - 1] ?? 0) * 4) - here;
    const blue = (i < size ? here : (rows[i - size] ?? 0) * 4) - here;
    for (let at = here; at < here + size * 4; at++) {
      const value = pixels[at] ?? 0;
      sum += Math.abs(value - (pixels[at + green] ?? 0)) + Math.abs(value - (pixels[at + blue] ?? 0));
    }
  }
  return sum;
}
