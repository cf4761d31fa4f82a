// Replaces values that cannot be light: NaN and negative values become 0, infinite ones the largest half. One warning counts them.

import { type ImageInput, warnAbout } from '../image-input.js';

const MAX_HALF = 65504;
/** Filters and lossy compression leave slightly negative values next to black; those are not counted. */
const NEAR_BLACK = -1 / 256;

/** Modifies in place. Returns whether any alpha is below 1. */
export function replaceInvalidValues(input: ImageInput, pixels: Float32Array): { readonly hasAlpha: boolean } {
  let [nanCount, negativeCount, infiniteCount] = [0, 0, 0];
  let hasAlpha = false;
  for (let i = 0; i < pixels.length; i++) {
    const value = pixels[i] ?? 0;
    const isAlpha = (i & 3) === 3;
    if (isAlpha && value === 1) continue;
    if (!isAlpha && value > 0 && value < Number.POSITIVE_INFINITY) continue;
    if (Number.isNaN(value)) nanCount++;
    else if (value < NEAR_BLACK) negativeCount++;
    else if (value === Number.POSITIVE_INFINITY) infiniteCount++;
    if (isAlpha) {
      hasAlpha ||= !(value >= 1);
      pixels[i] = value > 0 ? Math.min(value, 1) : 0;
    } else pixels[i] = value === Number.POSITIVE_INFINITY ? MAX_HALF : 0;
  }
  const found = [
    ...(nanCount > 0 ? [`${nanCount} NaN (stored as 0)`] : []),
    ...(negativeCount > 0 ? [`${negativeCount} negative (stored as 0)`] : []),
    ...(infiniteCount > 0 ? [`${infiniteCount} infinite (stored as ${MAX_HALF})`] : []),
  ];
  if (found.length > 0)
    warnAbout(input, 'image/no-light', 0, `the image has values that light cannot have: ${found.join(', ')}`);
  return { hasAlpha };
}
