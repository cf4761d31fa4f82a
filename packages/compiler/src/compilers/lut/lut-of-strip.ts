// A strip of slices → Lut: n slices of n × n texels side by side, red to the right, green downwards, blue from slice to slice.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Image } from '../../model/image.js';
import type { Lut } from '../../model/lut.js';

const LARGEST_SIZE = 256;

export function lutOfStrip({ width, height, pixels }: Image, file: string): Lut {
  const size = height;
  if (size < 2 || size > LARGEST_SIZE || width !== size * size)
    throw new AssetError({
      code: 'lut/bad-strip',
      file,
      message: `the image is ${width}×${height} texels, which is no strip of ${height} slices of ${height}×${height}`,
    });
  const full = pixels instanceof Uint16Array ? 65535 : 255;
  const values = new Float32Array(size * size * size * 3);
  let to = 0;
  for (let blue = 0; blue < size; blue++)
    for (let green = 0; green < size; green++)
      for (let red = 0; red < size; red++) {
        const at = (green * width + blue * size + red) * 4;
        for (let c = 0; c < 3; c++) values[to++] = (pixels[at + c] ?? 0) / full;
      }
  return { size, values };
}
