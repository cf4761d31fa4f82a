// Maps linear light to the nearest 8- or 16-bit sRGB code, using the smallest value that rounds to each code.

import { srgbToLinear } from '@assetc/encoder/steps';

export interface SrgbCodes {
  readonly count: 256 | 65536;
  /** For code i, the smallest light that rounds to it. One more entry at the end is above every light. */
  readonly thresholds: Float64Array;
  /** The code at each step of light, where the search starts. The curve's maximum slope is 12.92, at black, so a step spans at most one code. */
  readonly starts: Uint16Array;
  readonly steps: number;
}

const cache = new Map<number, SrgbCodes>();

export function srgbCodes(count: 256 | 65536): SrgbCodes {
  const found = cache.get(count) ?? buildSrgbCodes(count);
  cache.set(count, found);
  return found;
}

function buildSrgbCodes(count: 256 | 65536): SrgbCodes {
  const steps = count * 16;
  const thresholds = new Float64Array(count + 1);
  for (let code = 1; code < count; code++) thresholds[code] = srgbToLinear((code - 0.5) / (count - 1));
  thresholds[count] = 2;
  const starts = new Uint16Array(steps + 1);
  let code = 0;
  for (let i = 0; i <= steps; i++) {
    while (i / steps >= (thresholds[code + 1] ?? 2)) code++;
    starts[i] = code;
  }
  return { count, thresholds, starts, steps };
}

/** The nearest code. Takes the tables of `SrgbCodes` as separate arguments: reading them from an object made loops half as slow again. */
export function srgbCodeOf(light: number, steps: number, thresholds: Float64Array, starts: Uint16Array): number {
  if (!(light > 0)) return 0;
  const code = starts[light < 1 ? (light * steps) | 0 : steps] ?? 0;
  return light >= (thresholds[code + 1] ?? 2) && light < 1 ? code + 1 : code;
}
