// Colours of vertices as OBJ files have them → linear. Scanners and sculpting programs write what the screen shows, and readers take it so:
// sRGB, from 0 to 1, or whole numbers up to 255.

import { srgbToLinear } from '@assetc/kernels';

/** RGBA in place; NaN is a value that the file does not give: 1. */
export function linearColors(colors: Float32Array): Float32Array {
  const scale = areBytes(colors) ? 255 : 1;
  for (let i = 0; i < colors.length; i++) {
    const value = (colors[i] ?? 1) / scale;
    // Beyond white the curve means nothing, and would leave 32-bit floats.
    if (Number.isNaN(value)) colors[i] = 1;
    else colors[i] = i % 4 === 3 || value > 1 ? value : srgbToLinear(value);
  }
  return colors;
}

function areBytes(colors: Float32Array): boolean {
  let most = 0;
  for (let i = 0; i < colors.length; i++) {
    const value = colors[i] ?? 0;
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || value < 0 || value > 255) return false;
    most = Math.max(most, value);
  }
  return most > 1;
}
