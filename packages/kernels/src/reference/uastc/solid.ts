// The ETC1 hints of a solid block. Twin of the kernel's solid.

import { LARGE, SMALL } from './etc1.js';
import { at, type Channel, clamp, type Lanes, square } from './lanes.js';
import { rangeOf } from './ranges.js';

const RGB_CHANNELS = [0, 1, 2] as const;

interface SolidHints {
  readonly diff: number;
  readonly table: number;
  readonly shade: number;
  readonly base: readonly [number, number, number];
}

/** The base, table and shade nearest to one color. */
export function findSolidHints(color: Lanes): SolidHints {
  let best: SolidHints = { diff: 1, table: 0, shade: 0, base: [0, 0, 0] };
  let minimum = Number.POSITIVE_INFINITY;
  for (const diff of [1, 0]) {
    if (minimum === 0) break;
    const { nearest, values } = rangeOf(diff ? 32 : 16);
    for (let table = 0; table < 8; table++)
      for (let shade = 0; shade < 4; shade++) {
        const size = at(shade === 0 || shade === 3 ? LARGE : SMALL, table);
        const delta = shade < 2 ? -size : size;
        const off = (rank: number, i: Channel): number => Math.abs(clamp(at(values, rank) + delta, 0, 255) - color[i]);
        // Beyond black and white the next base may be nearer than the nearest.
        const base = RGB_CHANNELS.map((i) => {
          const rank = at(nearest, clamp(color[i] - delta, 0, 255));
          const next = clamp(rank + Math.sign(delta), 0, values.length - 1);
          return off(next, i) < off(rank, i) ? next : rank;
        });
        const error = RGB_CHANNELS.reduce<number>(
          (sum, i) => sum + square(clamp(at(values, at(base, i)) + delta, 0, 255) - color[i]),
          0,
        );
        if (error >= minimum) continue;
        minimum = error;
        best = { diff, table, shade, base: [at(base, 0), at(base, 1), at(base, 2)] };
      }
  }
  return best;
}
