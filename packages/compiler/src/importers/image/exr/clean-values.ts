// Values that no light has: what is not a number or negative becomes 0, what is infinite the largest half. One warning tells how many.

import { type ImageInput, warnAbout } from '../image-input.js';

const LARGEST_HALF = 65504;
/** Filters and lossy compression leave values this little below 0 next to black: nothing to tell of. */
const NEAR_BLACK = -1 / 256;

/** In place. Whether any alpha is below 1. */
export function cleanValues(input: ImageInput, pixels: Float32Array): { readonly hasAlpha: boolean } {
  let [nans, negatives, infinite] = [0, 0, 0];
  let hasAlpha = false;
  for (let i = 0; i < pixels.length; i++) {
    const value = pixels[i] ?? 0;
    const isAlpha = (i & 3) === 3;
    if (isAlpha && value === 1) continue;
    if (!isAlpha && value > 0 && value < Number.POSITIVE_INFINITY) continue;
    if (Number.isNaN(value)) nans++;
    else if (value < NEAR_BLACK) negatives++;
    else if (value === Number.POSITIVE_INFINITY) infinite++;
    if (isAlpha) {
      hasAlpha ||= !(value >= 1);
      pixels[i] = value > 0 ? Math.min(value, 1) : 0;
    } else pixels[i] = value === Number.POSITIVE_INFINITY ? LARGEST_HALF : 0;
  }
  const found = [
    ...(nans > 0 ? [`${nans} that are not numbers (taken for 0)`] : []),
    ...(negatives > 0 ? [`${negatives} below 0 (taken for 0)`] : []),
    ...(infinite > 0 ? [`${infinite} infinite ones (taken for ${LARGEST_HALF})`] : []),
  ];
  if (found.length > 0) warnAbout(input, 'image/no-light', 0, `of the image's values there are ${found.join(', ')}`);
  return { hasAlpha };
}
