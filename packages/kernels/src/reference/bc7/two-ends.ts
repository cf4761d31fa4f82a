// A block of mode 6 whose texels are all at the ends of the line: its ends in mode 5. Twin of the kernel's tryTwoEnds.

import type { Block, Candidate } from './block.js';
import { measure, refit } from './evaluate.js';
import { WHOLE } from './modes.js';
import { type Grid, quantize } from './quantize.js';

/** The last index of mode 6, and of mode 5. */
const LAST = 15;
const LAST_OF_FIVE = 3;

/** Returns the better of the given candidate of mode 6 and its ends in mode 5, of an opaque block with equal weights of all channels. */
export function tryTwoEnds(block: Block, line: Candidate): Candidate {
  if (!block.isOpaque || block.metric[1] !== 1) return line;
  if (line.error === 0 || line.indices.some((index) => index > 0 && index < LAST)) return line;
  const indices = line.indices.map((index) => (index === LAST ? LAST_OF_FIVE : 0));
  const grid: Grid = { width: 7, pBits: 'none', fixedAlpha: 255, metric: block.metric };
  const { low, high } = refit(block, WHOLE, 0, indices, 2);
  const { low: lowEnd, high: highEnd } = quantize(grid, low, high);
  const error = measure(block, WHOLE, grid, [{ low: lowEnd, high: highEnd }], indices, 2);
  if (error >= line.error) return line;
  return {
    error,
    mode: 5,
    partition: WHOLE,
    rotation: 0,
    ends: [{ low: [lowEnd[0], lowEnd[1], lowEnd[2], 255], high: [highEnd[0], highEnd[1], highEnd[2], 255] }],
    indices,
    alphaIndices: new Array<number>(16).fill(0),
  };
}
