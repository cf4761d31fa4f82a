// Converts linear light from other primaries to sRGB's by relative colorimetry: white stays white, out-of-gamut colors are clipped.

import { type Chromaticities, matrixOfChromaticities, matrixToSrgb } from '../../../model/image/color-space.js';
import { type ImageInput, warnAbout } from '../image-input.js';

/** Writers round their primaries; other color spaces differ by several hundredths. */
const TOLERANCE = 0.01;

/** Modifies RGBA in place. Undefined primaries mean sRGB. */
export function convertPrimaries(
  input: ImageInput,
  pixels: Float32Array,
  primaries: Chromaticities | undefined,
  offset: number,
): void {
  if (primaries === undefined || input.colors === 'as-is') return;
  const areFinite = primaries.every((number) => Number.isFinite(number));
  const matrix = areFinite ? matrixOfChromaticities(primaries) : undefined;
  if (matrix === undefined) {
    warnAbout(
      input,
      'image/color-profile',
      offset,
      "the image's primaries do not define a color space, so they are not applied",
    );
    return;
  }
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = matrixToSrgb(matrix);
  const deviations = [m0 - 1, m1, m2, m3, m4 - 1, m5, m6, m7, m8 - 1];
  if (deviations.every((value) => Math.abs(value) <= TOLERANCE)) return;
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = [pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0];
    pixels[i] = Math.max(0, m0 * r + m1 * g + m2 * b);
    pixels[i + 1] = Math.max(0, m3 * r + m4 * g + m5 * b);
    pixels[i + 2] = Math.max(0, m6 * r + m7 * g + m8 * b);
  }
}
