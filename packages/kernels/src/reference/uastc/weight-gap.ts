// Whether the texels of a candidate are in two groups, as at an edge. Twin of the kernel's weight-gap.

import type { Candidate } from './block.js';
import { at } from './lanes.js';

/** Whether 3/8 of the weights in a row are unused, with used ones on both sides. */
export function hasGap(c: Candidate, bits: 3 | 4): boolean {
  const used = [...new Set(c.weights[0])].sort((a, b) => a - b);
  return used.some((weight, i) => i > 0 && weight - at(used, i - 1) > (bits === 3 ? 3 : 6));
}
