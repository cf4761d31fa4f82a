// Blocks of few colors: lines are fitted again with their outermost colors at other pairs of indices, so that endpoints on a coarse grid
// give each color exactly. Twin of the kernel's few.

import { at } from '../uastc/lanes.js';
import type { Block, Ends } from './block.js';
import { measure, refit, weightsOf } from './evaluate.js';
import type { Settled } from './fit.js';
import type { Partition } from './modes.js';
import { type Grid, quantize, quantizePoint } from './quantize.js';

/** The index for a subset's only color. */
const POINT = 1;
/** How many indices from the ends of the line the outermost colors may be. */
const REACH = 4;

export function layFewColors(block: Block, partition: Partition, grid: Grid, given: Settled, bits: number): Settled {
  const half = 2 ** (bits - 1);
  const reach = Math.min(half, REACH);
  let best = given;
  const offer = (subset: number, indices: readonly number[], quantized: (line: Ends) => Ends): void => {
    const own = quantized(refit(block, partition, subset, indices, bits));
    const ends = best.ends.map((end, s) => (s === subset ? own : end));
    const error = measure(block, partition, grid, ends, indices, bits);
    if (error < best.error) best = { error, ends, indices };
  };
  for (let subset = 0; subset < given.ends.length && best.error > 0; subset++) {
    const { indices } = best;
    const own = indices.filter((_, t) => partition.subsets[t] === subset);
    const from = Math.min(...own);
    const span = Math.max(...own) - from;
    const lay = (to: (index: number) => number): number[] =>
      indices.map((index, t) => (partition.subsets[t] === subset ? to(index) : index));
    if (span === 0) {
      const weight = at(weightsOf(bits), POINT);
      offer(
        subset,
        lay(() => POINT),
        (line) => quantizePoint(grid, line.low, weight),
      );
      continue;
    }
    for (let low = 0; low < reach; low++)
      for (let high = Math.max(low + half, half * 2 - reach); high < half * 2; high++)
        offer(
          subset,
          lay((index) => low + Math.floor((2 * (index - from) * (high - low) + span) / (2 * span))),
          (line) => quantize(grid, line.low, line.high),
        );
  }
  return best;
}
