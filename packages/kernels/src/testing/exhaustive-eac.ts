// The minimum error of any EAC block, decoded to 8 bits: tries every table, multiplier and base. Slow and simple.

import { EAC_MODIFIERS } from '../reference/uastc/eac.js';

const clamp = (v: number, maximum: number): number => Math.max(0, Math.min(maximum, v));

/** Sum of squared differences; `isWide` for R11 and RG11. */
export function minEacError(values: readonly number[], isWide: boolean): number {
  let best = Number.POSITIVE_INFINITY;
  const shown = new Int32Array(8);
  for (const modifiers of EAC_MODIFIERS)
    for (let scale = 0; scale < 16; scale++)
      for (let base = 0; base < 256; base++) {
        for (let i = 0; i < 8; i++) {
          const modifier = modifiers[i] ?? 0;
          const wide = clamp(base * 8 + 4 + modifier * (scale === 0 ? 1 : scale * 8), 2047);
          shown[i] = isWide ? Math.floor((wide * 510 + 2047) / 4094) : clamp(base + modifier * scale, 255);
        }
        let error = 0;
        for (let t = 0; t < values.length && error < best; t++) {
          let minimum = 65025;
          for (let i = 0; i < 8; i++) minimum = Math.min(minimum, ((values[t] ?? 0) - (shown[i] ?? 0)) ** 2);
          error += minimum;
        }
        best = Math.min(best, error);
      }
  return best;
}
