// The least error that any EAC block can have: every table, multiplier and base, as a decoder shows them in 8 bits. Slow, and as plain as can be.

const MODIFIERS: readonly (readonly number[])[] = [
  [-3, -6, -9, -15, 2, 5, 8, 14],
  [-3, -7, -10, -13, 2, 6, 9, 12],
  [-2, -5, -8, -13, 1, 4, 7, 12],
  [-2, -4, -6, -13, 1, 3, 5, 12],
  [-3, -6, -8, -12, 2, 5, 7, 11],
  [-3, -7, -9, -11, 2, 6, 8, 10],
  [-4, -7, -8, -11, 3, 6, 7, 10],
  [-3, -5, -8, -11, 2, 4, 7, 10],
  [-2, -6, -8, -10, 1, 5, 7, 9],
  [-2, -5, -8, -10, 1, 4, 7, 9],
  [-2, -4, -8, -10, 1, 3, 7, 9],
  [-2, -5, -7, -10, 1, 4, 6, 9],
  [-3, -4, -7, -10, 2, 3, 6, 9],
  [-1, -2, -3, -10, 0, 1, 2, 9],
  [-4, -6, -8, -9, 3, 5, 7, 8],
  [-3, -5, -7, -9, 2, 4, 6, 8],
];

const clamp = (v: number, greatest: number): number => Math.max(0, Math.min(greatest, v));

/** Sum of squared differences; `isWide` for R11 and RG11. */
export function leastEacError(values: readonly number[], isWide: boolean): number {
  let best = Number.POSITIVE_INFINITY;
  const shown = new Int32Array(8);
  for (const modifiers of MODIFIERS)
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
