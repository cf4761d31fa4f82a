// Joins the reduced levels of submeshes to LODI, LODT and LODE.

import type { Lods } from '@assetc/formats';
import type { Level } from '../simplify/lods.js';
import { joinIndices } from './join-indices.js';

/** `levels`: per submesh, one entry per level. */
export function joinLevels(
  levels: readonly (readonly Level[])[],
  vertexCounts: readonly number[],
  lodCount: number,
): Lods {
  const ranges = new Uint32Array(levels.length * lodCount * 2);
  const errors = new Float32Array(levels.length * lodCount);
  let firstIndex = 0;
  let at = 0;
  for (const submesh of levels)
    for (const { indices, error } of submesh) {
      errors[at] = error;
      ranges[at * 2] = firstIndex;
      ranges[at * 2 + 1] = indices.length;
      firstIndex += indices.length;
      at++;
    }
  return { lodCount, ranges, errors, indices: joinIndices(levels.map(concat), vertexCounts) };
}

function concat(levels: readonly Level[]): Uint32Array {
  const out = new Uint32Array(levels.reduce((sum, { indices }) => sum + indices.length, 0));
  let to = 0;
  for (const { indices } of levels) {
    out.set(indices, to);
    to += indices.length;
  }
  return out;
}
