// Linear light → the nearest sRGB code, 8 or 16 bits, by the least value that rounds to each.

import { srgbToLinear } from '@assetc/encoder/steps';

export interface SrgbCodes {
  readonly count: 256 | 65536;
  /** Of code i: the least light that rounds to it; one more, above every light. */
  readonly thresholds: Float64Array;
  /** The code at each step of light, where the search begins. The curve is steepest at black, 12.92, so that a step spans one code at most. */
  readonly starts: Uint16Array;
  readonly steps: number;
}

const made = new Map<number, SrgbCodes>();

export function srgbCodes(count: 256 | 65536): SrgbCodes {
  const found = made.get(count) ?? make(count);
  made.set(count, found);
  return found;
}

function make(count: 256 | 65536): SrgbCodes {
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
