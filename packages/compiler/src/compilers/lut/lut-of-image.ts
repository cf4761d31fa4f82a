// An image of slices → Lut. Slices are n × n texels, red to the right and green downwards, blue from slice to slice. They lie side by side (n² × n),
// one below the other (n × n²), or in rows of a square picture, √n of them each, as GPUImage has them. Of the size of such a square are Hald
// images, too (G'MIC, RawTherapee): all entries in a row, wrapped at the picture's edge. Which of the two it is, its smoothness tells.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Image } from '../../model/image.js';
import type { Lut } from '../../model/lut.js';

const LARGEST_SIZE = 256;

export function lutOfImage(image: Image, file: string): Lut {
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

/** How many entries the table has along an edge. */
function sizeOf(width: number, height: number): number | undefined {
  const size = width === height ? Math.round(Math.cbrt(width)) ** 2 : Math.min(width, height);
  return size >= 2 && size <= LARGEST_SIZE && width * height === size ** 3 && width % size === 0 ? size : undefined;
}

/** For each green of each blue the texel where its row of reds begins, which are neighbours in every layout. */
function tiledRows(size: number, width: number): Uint32Array {
  const across = width / size;
  return Uint32Array.from({ length: size * size }, (_, i) => {
    const [green, blue] = [i % size, Math.floor(i / size)];
    return (Math.floor(blue / across) * size + green) * width + (blue % across) * size;
  });
}

function tableOf({ pixels }: Image, size: number, rows: Uint32Array): Lut {
  const full = pixels instanceof Uint16Array ? 65535 : 255;
  const values = new Float32Array(size * size * size * 3);
  let to = 0;
  for (const row of rows)
    for (let red = 0; red < size; red++) {
      const at = (row + red) * 4;
      for (let c = 0; c < 3; c++) values[to++] = (pixels[at + c] ?? 0) / full;
    }
  return { size, values };
}

/** The sum of all steps between neighbours along green and blue: small where they are neighbours indeed. */
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
