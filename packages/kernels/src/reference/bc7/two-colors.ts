// Blocks of two colors at `fast`: mode 6, with the colors at each pair of indices near the ends of the line. Twin of the kernel's two-colors.

import { add, at, clamp, divide, type Lanes, lanes, multiply, splat, subtract } from '../uastc/lanes.js';
import type { Block, Candidate, Ends } from './block.js';
import { measure, weightsOf } from './evaluate.js';
import { gridOf } from './fit.js';
import { WHOLE } from './modes.js';
import { quantize } from './quantize.js';

const BITS = 4;
/** Indices of the two colors. */
const FIRST = [0, 1, 2, 3];
const SECOND = [12, 13, 14, 15];

const clampEndpoint = (v: Lanes): Lanes => lanes((i) => clamp(v[i], 0, 255));

export function fitTwoColors(block: Block): Candidate {
  const from = at(block.texels, 0);
  const isFirst = block.texels.map((t) => t.every((v, i) => v === from[i]));
  const to = at(block.texels, isFirst.indexOf(false));
  const grid = gridOf(6, block);
  let best: { error: number; ends: readonly Ends[]; indices: readonly number[] } | undefined;
  for (const low of FIRST)
    for (const high of SECOND) {
      if (best?.error === 0) continue;
      const [near, far] = [at(weightsOf(BITS), low), at(weightsOf(BITS), high)];
      const step = divide(subtract(to, from), splat(far - near));
      const ends = [
        quantize(
          grid,
          clampEndpoint(subtract(from, multiply(step, splat(near)))),
          clampEndpoint(add(to, multiply(step, splat(64 - far)))),
        ),
      ];
      const indices = isFirst.map((first) => (first ? low : high));
      const error = measure(block, WHOLE, grid, ends, indices, BITS);
      if (best === undefined || error < best.error) best = { error, ends, indices };
    }
  if (best === undefined) throw new Error('nothing was tried');
  return { ...best, mode: 6, partition: WHOLE, rotation: 0, alphaIndices: [] };
}
