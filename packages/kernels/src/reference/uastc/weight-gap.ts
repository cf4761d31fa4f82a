// Whether the texels of a candidate lie in two groups, as across an edge. Twin of the kernel's gap.

import type { Candidate } from './block.js';
import { at } from './lanes.js';

/** Whether three eighths of the weights of a candidate in a row are unused, with some in use on either side. */
export function hasGap(c: Candidate, bits: 3 | 4): boolean {
  const used = [...new Set(c.weights[0])].sort((a, b) => a - b);
  return used.some((weight, i) => i > 0 && weight - at(used, i - 1) > (bits === 3 ? 3 : 6));
}
