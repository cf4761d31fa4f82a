// Joins points and lines to LNPT.

import type { LineRange, Lines } from '@assetc/formats';
import type { AssembledLines } from '../submeshes/assemble-submeshes.js';
import { joinIndices } from './join-indices.js';

/** `vertexOffset`: the number of vertices before theirs. */
export function joinLines(
  parts: readonly AssembledLines[],
  vertexOffset: number,
  slotOf: (material: number | undefined) => number,
): Lines | undefined {
  if (parts.length === 0) return undefined;
  const ranges: LineRange[] = [];
  let first = 0;
  for (const { mode, indices, material } of parts) {
    ranges.push({ mode, first, count: indices.length, materialSlot: slotOf(material) });
    first += indices.length;
  }
  const lists = [new Uint32Array(0), ...parts.map(({ indices }) => indices)];
  const counts = [vertexOffset, ...parts.map(({ rows }) => rows.count)];
  return { ranges, indices: joinIndices(lists, counts) };
}
