// Joins the morph targets of submeshes to MRPH, and lists the rows that a node's weights affect.

import { type Morphs, packMorphs } from '@assetc/formats';
import type { MorphRows } from '../../../model/scene/morph-rows.js';
import type { SubmeshMorphs } from '../morph-targets.js';

/** One entry per submesh. */
export function joinMorphs(parts: readonly SubmeshMorphs[], vertexCounts: readonly number[]): Morphs | undefined {
  if (parts.every(({ targets }) => targets.length === 0)) return undefined;
  let first = 0;
  return packMorphs(
    parts.map(({ extent, targets }, i) => {
      const offset = first;
      first += vertexCounts[i] ?? 0;
      return {
        extent,
        targets: targets.map((target) => ({ ...target, vertices: target.vertices.map((vertex) => vertex + offset) })),
      };
    }),
  );
}

/** `nodes`: the node of each submesh. */
export function morphRows(morphs: Morphs | undefined, nodes: readonly number[]): readonly MorphRows[] {
  return (morphs?.ranges ?? []).flatMap(({ firstTarget, targetCount }, i) => {
    const node = nodes[i];
    return node === undefined || targetCount === 0 ? [] : [{ node, firstTarget, targetCount }];
  });
}
