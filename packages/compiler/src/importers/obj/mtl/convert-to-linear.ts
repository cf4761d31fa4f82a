// Converts vertex colors of OBJ files to linear. Scanners and sculpting programs write sRGB, from 0 to 1 or as whole numbers up to 255,
// and other readers expect that.

import { srgbToLinear } from '@assetc/kernels';

/** RGBA in place; NaN marks a value that the file does not have and becomes 1. */
export function convertToLinear(colors: Float32Array): Float32Array {
  const scale = areBytes(colors) ? 255 : 1;
  for (let i = 0; i < colors.length; i++) {
    const value = (colors[i] ?? 1) / scale;
    // Above white the sRGB curve is undefined, and would exceed 32-bit floats.
    if (Number.isNaN(value)) colors[i] = 1;
    else colors[i] = i % 4 === 3 || value > 1 ? value : srgbToLinear(value);
  }
  return colors;
}

function areBytes(colors: Float32Array): boolean {
  let max = 0;
  for (let i = 0; i < colors.length; i++) {
    const value = colors[i] ?? 0;
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || value < 0 || value > 255) return false;
    max = Math.max(max, value);
  }
  return max > 1;
}
