// Scene → everything an .hmesh holds but the names of its materials. Equal scenes and settings give equal bytes.
// assemble the submeshes · cut them into meshlets · reduce them to levels · tabulate, pack and join what came out.

import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { buildMeshlets, type Meshlets, withoutCones } from '../../encoding/meshlets.js';
import { type UnitPositions, unitPositions } from '../../encoding/unit-positions.js';
import type { SceneModel } from '../../model/scene.js';
import type { SkeletonModel } from '../../model/skeleton.js';
import { type AssembledSubmesh, type AssembleOptions, assembleSubmeshes } from './assemble-submeshes.js';
import { buildLevels } from './build-levels.js';
import { type CompiledMesh, joinMesh } from './join-mesh.js';
import type { MeshContext } from './mesh-context.js';
import { morphTargets, type SubmeshMorphs } from './morph-targets.js';
import type { MeshSettings } from './settings.js';
import { skeletonOf } from './skeleton/build-skeleton.js';
import { columns } from './vertex-rows.js';
import { weldPacked } from './weld-packed.js';

interface CompileOptions
  extends Omit<MeshSettings, 'scene'>,
    Pick<AssembleOptions, 'colors' | 'moreUvs' | 'moreColors'> {
  /** Whether nodes that clips move become joints of the geometry that they carry. */
  readonly nodeJoints?: boolean;
  /** Instead of the scene's own; only for scenes that show nothing. */
  readonly skeleton?: SkeletonModel | undefined;
  /** Keep what is never seen, for whoever shows it by other means. */
  readonly keepHidden?: boolean;
}

export async function compileMesh(
  scene: SceneModel,
  options: CompileOptions,
  context: MeshContext,
): Promise<CompiledMesh> {
  const { merge, tangents, lods, lodError, nodeJoints = false, skeleton: other, keepHidden = false, ...rest } = options;
  const { colors = false, moreUvs = 0, moreColors = 0, ...limits } = rest;
  await Promise.all([MeshoptClusterizer.ready, MeshoptSimplifier.ready]);
  const checkAborted = (): void => context.signal?.throwIfAborted();
  const skeleton = other ?? skeletonOf(scene, { merge, nodes: nodeJoints }, context);
  const assembled = await assembleSubmeshes(
    scene,
    { merge, keepHidden, skeleton, tangents, limits, weld: weldPacked, colors, moreUvs, moreColors },
    context,
  );
  const { submeshes } = assembled;
  const positions = submeshes.map(({ rows }) => unitPositions(columns(rows, 0, 3)));
  const morphs = submeshes.map((submesh) => morphTargets(submesh, context.path));
  const meshlets = cutMeshlets(submeshes, positions, morphs, checkAborted);
  const targetsOf = (i: number) => morphs[i]?.targets ?? [];
  const levels = buildLevels(submeshes, positions, { ratios: lods, error: lodError }, checkAborted, targetsOf);
  return joinMesh(scene, skeleton, assembled, { meshlets, morphs, levels }, lods.length, context.path);
}

function cutMeshlets(
  submeshes: readonly AssembledSubmesh[],
  positions: readonly UnitPositions[],
  morphs: readonly SubmeshMorphs[],
  step: () => void,
): readonly Meshlets[] {
  return positions.map((unit, i) => {
    step();
    const meshlets = buildMeshlets(submeshes[i]?.indices ?? new Uint32Array(0), unit);
    return (morphs[i]?.targets ?? []).length > 0 ? withoutCones(meshlets) : meshlets;
  });
}
