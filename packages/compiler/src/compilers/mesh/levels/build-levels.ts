// Builds the meshlets and the reduced levels of a mesh. Levels that the source contains are taken from it, the others are generated.

import type { Meshlets } from '@assetc/kernels';
import type { MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import { warnOnce } from '../../warn-once.js';
import type { MeshContext } from '../mesh-context.js';
import { DEFAULT_SHARES, type MeshSettings } from '../settings.js';
import type { Level } from '../simplify/lods.js';
import type { AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { buildParts } from '../submeshes/build-parts.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import { appendLevels } from './append-levels.js';
import { groupErrors } from './group-errors.js';
import { type MorphedMesh, type SplitMesh, splitLevels } from './split-levels.js';

interface LeveledMesh extends MorphedMesh {
  readonly meshlets: readonly Meshlets[];
  /** For each submesh, `lodCount` of them. */
  readonly levels: readonly (readonly Level[])[];
  readonly lodCount: number;
}

export async function buildLevels(
  mesh: MorphedMesh,
  options: Pick<MeshSettings, 'lods' | 'lodError'> & { readonly meshlets: MeshletLimits },
  context: MeshContext,
): Promise<LeveledMesh> {
  const { lods, lodError, meshlets: limits } = options;
  const split = mesh.submeshes.some(({ lod }) => lod !== undefined) ? splitLevels(mesh) : undefined;
  const { submeshes, morphs } = split ?? mesh;
  const { parallel } = context;
  const shares = lods === 'source' ? DEFAULT_SHARES : lods;
  const build = (indices: readonly number[], ratios: readonly number[]) =>
    buildParts(
      indices.flatMap((i) => submeshes[i] ?? []),
      {
        ratios,
        error: lodError,
        meshlets: limits,
        targetsOf: (i) => morphs[indices[i] ?? -1]?.targets ?? [],
        parallel,
        step: () => context.signal?.throwIfAborted(),
      },
    );
  const all = [...submeshes.keys()];
  if (split === undefined) return { ...mesh, ...(await build(all, shares)), lodCount: shares.length };
  const authored = all.filter((i) => submeshes[i]?.lod !== undefined);
  const others = all.filter((i) => submeshes[i]?.lod === undefined);
  const [ofAuthored, ofOthers] = [await build(authored, []), await build(others, shares)];
  const meshlets = new Map(authored.map((each, i) => [each, ofAuthored.meshlets[i]]));
  const levels = new Map(others.map((each, i) => [each, ofOthers.levels[i]]));
  for (const [i, each] of others.entries()) meshlets.set(each, ofOthers.meshlets[i]);
  return joinAuthored(
    split,
    all.flatMap((i) => meshlets.get(i) ?? []),
    levels,
    groupErrors(split, warnOnce(context)),
  );
}

/** `generated`: by submesh, for those without levels in the source. `errors`: by group. */
function joinAuthored(
  split: SplitMesh,
  meshlets: readonly Meshlets[],
  generated: ReadonlyMap<number, readonly Level[] | undefined>,
  errors: ReadonlyMap<number, readonly number[]>,
): LeveledMesh {
  const { coarse, ...mesh } = split;
  const joined = mesh.submeshes.map((submesh, i) => {
    const morphs = mesh.morphs[i] ?? { extent: 0, targets: [] };
    const levels = generated.get(i);
    if (submesh.lod === undefined || levels !== undefined) return { submesh, morphs, levels: levels ?? [] };
    return appendLevels(submesh, morphs, coarse[i] ?? [], errors.get(submesh.lod.group) ?? []);
  });
  const lodCount = joined.reduce((max, { levels }) => Math.max(max, levels.length), 0);
  return {
    ...mesh,
    submeshes: shareBounds(joined.map(({ submesh }) => submesh)),
    morphs: joined.map(({ morphs }) => morphs),
    levels: joined.map(({ levels }) => padLevels(levels, lodCount)),
    meshlets,
    lodCount,
  };
}

/** Missing levels are stalled. */
const padLevels = (levels: readonly Level[], count: number): readonly Level[] => [
  ...levels,
  ...Array.from({ length: count - levels.length }, () => ({
    indices: new Uint32Array(0),
    error: levels.at(-1)?.error ?? 0,
  })),
];

/** Levels are chosen by error and distance from the bounds, so both must be equal for what belongs together. */
function shareBounds(submeshes: readonly AssembledSubmesh[]): readonly AssembledSubmesh[] {
  const rowsOfPart = new Map<string, VertexRows[]>();
  const keyOf = ({ lod }: AssembledSubmesh): string => `${lod?.group} ${lod?.part}`;
  for (const submesh of submeshes) {
    const rows = rowsOfPart.get(keyOf(submesh));
    if (rows === undefined) rowsOfPart.set(keyOf(submesh), [submesh.rows]);
    else rows.push(submesh.rows);
  }
  return submeshes.map((submesh) => {
    const rows = submesh.lod === undefined ? [] : (rowsOfPart.get(keyOf(submesh)) ?? []);
    return rows.length < 2 ? submesh : { ...submesh, boundedWith: rows };
  });
}
