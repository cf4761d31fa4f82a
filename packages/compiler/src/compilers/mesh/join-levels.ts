// Reduced levels of submeshes → LODI and LODT.

import type { Lods } from '@assetc/formats';
import { joinIndices } from './join-indices.js';

/** `levels`: for each submesh one index list a level, an empty one where the level stalled. */
export function joinLevels(
  levels: readonly (readonly Uint32Array[])[],
  vertexCounts: readonly number[],
  lodCount: number,
): Lods {
  const ranges = new Uint32Array(levels.length * lodCount * 2);
  let firstIndex = 0;
  let at = 0;
  for (const submesh of levels)
    for (const level of submesh) {
      ranges[at++] = firstIndex;
      ranges[at++] = level.length;
      firstIndex += level.length;
    }
  return { lodCount, ranges, indices: joinIndices(levels.map(concat), vertexCounts) };
}

function concat(lists: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let to = 0;
  for (const list of lists) {
    out.set(list, to);
    to += list.length;
  }
  return out;
}
