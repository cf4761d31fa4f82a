// The least error that any EAC block can have: every table, multiplier and base, as a decoder shows them in 8 bits. Slow, and as plain as can be.

import { EAC_MODIFIERS } from '../reference/uastc/eac.js';

const clamp = (v: number, greatest: number): number => Math.max(0, Math.min(greatest, v));

/** Sum of squared differences; `isWide` for R11 and RG11. */
export function leastEacError(values: readonly number[], isWide: boolean): number {
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
          let least = 65025;
          for (let i = 0; i < 8; i++) least = Math.min(least, ((values[t] ?? 0) - (shown[i] ?? 0)) ** 2);
          error += least;
        }
        best = Math.min(best, error);
      }
  return best;
}
