// Morph targets given one by one → the tables of MRPH, and back.

import { type MorphDeltas, morphTargetAt } from './morph-targets.js';
import type { MorphRange, Morphs, MorphTarget } from './optional-model.js';

/** The targets of one submesh; empty if it does not morph. */
export interface MorphSource {
  /** Maximum distance that its targets move a vertex: added to radii. */
  readonly extent: number;
  readonly targets: readonly MorphDeltas[];
}

/** One entry for each submesh, in order. */
export function packMorphs(submeshes: readonly MorphSource[]): Morphs {
  const ranges: MorphRange[] = [];
  const targets: MorphTarget[] = [];
  const all = submeshes.flatMap((submesh) => submesh.targets);
  let [firstEntry, firstNormal, firstTangent] = [0, 0, 0];
  for (const { extent, targets: own } of submeshes) {
    ranges.push({ firstTarget: targets.length, targetCount: own.length, extent });
    for (const { vertices, positions, normals, tangents, defaultWeight } of own) {
      const entryCount = vertices.length;
      for (const list of [positions, normals, tangents])
        if (list !== undefined && list.length !== entryCount * 3) throw new Error('three numbers for each vertex');
      const [hasNormals, hasTangents] = [normals !== undefined, tangents !== undefined];
      targets.push({ firstEntry, entryCount, firstNormal, firstTangent, hasNormals, hasTangents, defaultWeight });
      firstEntry += entryCount;
      if (hasNormals) firstNormal += entryCount;
      if (hasTangents) firstTangent += entryCount;
    }
  }
  const vertices = new Uint32Array(firstEntry);
  for (const [i, target] of all.entries()) vertices.set(target.vertices, targets[i]?.firstEntry ?? 0);
  const joined = (lists: readonly Float32Array[], count: number): Float32Array => {
    const out = new Float32Array(count * 3);
    let at = 0;
    for (const list of lists) {
      out.set(list, at);
      at += list.length;
    }
    return out;
  };
  return {
    ranges,
    targets,
    vertices,
    positions: joined(
      all.map(({ positions }) => positions),
      firstEntry,
    ),
    normals: joined(
      all.flatMap(({ normals }) => normals ?? []),
      firstNormal,
    ),
    tangents: joined(
      all.flatMap(({ tangents }) => tangents ?? []),
      firstTangent,
    ),
  };
}

/** The input of `packMorphs`, as views: one entry per submesh, in order. */
export const unpackMorphs = (morphs: Morphs): readonly MorphSource[] =>
  morphs.ranges.map(({ firstTarget, targetCount, extent }) => ({
    extent,
    targets: Array.from({ length: targetCount }, (_, i) => morphTargetAt(morphs, firstTarget + i)),
  }));
