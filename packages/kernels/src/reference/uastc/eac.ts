// The EAC table and multiplier that a transcoder will use for the alpha of a block. Twin of the kernel's eac-hints.

import { at, clamp, f32, square } from './lanes.js';

/** By table, then by code. */
export const EAC_MODIFIERS: readonly (readonly number[])[] = [
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
/** Tables, the most useful first. */
const ORDER = [13, 2, 8, 11, 0, 6, 7, 10, 1, 3, 4, 5, 9, 12, 14, 15];

interface EacHints {
  readonly table: number;
  readonly multiplier: number;
}

/** Searches `tables` tables, and multipliers up to `reach` steps from the one that spans the alpha. */
export function findEacHints(alphas: readonly number[], tables: number, reach: number): EacHints {
  const minimum = Math.min(...alphas);
  const range = Math.max(...alphas) - minimum;
  let best: EacHints = { table: 13, multiplier: 1 };
  if (range === 0) return best;
  let lowest = Number.POSITIVE_INFINITY;
  for (const table of ORDER.slice(0, tables)) {
    if (lowest === 0) break;
    const modifiers = at(EAC_MODIFIERS, table);
    const span = at(modifiers, 7) - at(modifiers, 3);
    const base = Math.trunc(f32(f32(minimum + f32((range * -at(modifiers, 3)) / span)) + 0.5));
    const middle = clamp(Math.trunc(f32(f32(range / span) + 0.5)), 1, 15);
    for (let multiplier = Math.max(middle - reach, 1); multiplier <= Math.min(middle + reach, 15); multiplier++) {
      const levels = modifiers.map((m) => clamp(base + multiplier * m, 0, 255));
      const error = alphas.reduce((sum, a) => sum + square(Math.min(...levels.map((v) => Math.abs(v - a)))), 0);
      if (error >= lowest) continue;
      lowest = error;
      best = { table, multiplier };
    }
  }
  return best;
}
