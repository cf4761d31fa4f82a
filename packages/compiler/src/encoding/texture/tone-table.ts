// Samples a channel's tone curve: the linear light, 0 … 1, of each stored code.

import { srgbToLinear } from '@assetc/encoder/steps';
import type { ToneCurve } from '../../model/image/color-space.js';
import { power } from '../../model/math/power.js';

/** `codes` is 256 or 65536. */
export function toneTable(curve: ToneCurve, codes: number): Float64Array {
  const table = new Float64Array(codes);
  for (let code = 0; code < codes; code++) {
    const light = lightAt(curve, code / (codes - 1));
    table[code] = light > 0 ? Math.min(1, light) : 0;
  }
  return table;
}

function lightAt(curve: ToneCurve, x: number): number {
  switch (curve.shape) {
    case 'srgb':
      return srgbToLinear(x);
    case 'power': {
      const { g, a, b, c, d, e, f } = curve;
      return x >= d ? power(a * x + b, g) + e : c * x + f;
    }
    case 'table':
      return interpolate(curve.values, x);
  }
}

function interpolate(values: Uint16Array, x: number): number {
  const at = x * (values.length - 1);
  const i = Math.floor(at);
  const low = values[i] ?? 0;
  return (low + ((values[i + 1] ?? low) - low) * (at - i)) / 65535;
}
