// Scene → everything an .hmesh holds but the names of its materials. Equal scenes and settings give equal bytes.
// assemble the submeshes · cut them into meshlets · reduce them to levels · tabulate, pack and join what came out.

import type { HmeshModel } from '@assetc/formats';
import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { buildMeshlets, type Meshlets } from '../../encoding/meshlets.js';
import { type UnitPositions, unitPositions } from '../../encoding/unit-positions.js';
import type { SceneModel } from '../../model/scene.js';
import type { SkeletonModel } from '../../model/skeleton.js';
import { type AssembledMesh, type AssembledSubmesh, assembleSubmeshes } from './assemble-submeshes.js';
import { buildLevels } from './build-levels.js';
import { joinIndices } from './join-indices.js';
import { joinLevels } from './join-levels.js';
import { joinMeshlets } from './join-meshlets.js';
import { jointTable } from './joint-table.js';
import type { MeshContext } from './mesh-context.js';
import { nodeTable } from './node-table.js';
import { packChunk, SKIN, VTXS } from './pack-rows.js';
import type { MeshSettings } from './settings.js';
import { skeletonOf } from './skeleton/build-skeleton.js';
import { materialsInUse, submeshTable, variantMaterials } from './submesh-table.js';
import { columns } from './vertex-rows.js';
import { weldPacked } from './weld-packed.js';

interface CompiledMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use, in order of first use: index i is material slot i. */
  readonly materials: readonly number[];
  /** What its vertices follow, and clips move. */
  readonly skeleton: SkeletonModel | undefined;
  /** The source index of the material that a submesh has in a variant. */
  readonly variants: ReturnType<typeof variantMaterials>;
  /** By node of the scene: which submeshes are its. */
  readonly ranges: AssembledMesh['ranges'];
}

interface CompileOptions extends Omit<MeshSettings, 'scene'> {
  /** Whether nodes that clips move become joints of the geometry that they carry. */
  readonly nodeJoints?: boolean;
  /** Keep what is never seen, for whoever shows it by other means. */
  readonly keepHidden?: boolean;
}

export async function compileMesh(
  scene: SceneModel,
  { merge, tangents, lods, lodError, nodeJoints = false, keepHidden = false, ...limits }: CompileOptions,
  context: MeshContext,
): Promise<CompiledMesh> {
  await Promise.all([MeshoptClusterizer.ready, MeshoptSimplifier.ready]);
  const checkAborted = (): void => context.signal?.throwIfAborted();
  const skeleton = skeletonOf(scene, { merge, nodes: nodeJoints }, context);
  const options = { merge, keepHidden, skeleton, tangents, limits, weld: weldPacked };
  const assembled = await assembleSubmeshes(scene, options, context);
  const { submeshes } = assembled;
  const positions = submeshes.map(({ rows }) => unitPositions(columns(rows, 0, 3)));
  const meshlets = cutMeshlets(submeshes, positions, checkAborted);
  const levels = buildLevels(submeshes, positions, { ratios: lods, error: lodError }, checkAborted);
  return join(skeleton, assembled, meshlets, levels, lods.length, context);
}

function cutMeshlets(
  submeshes: readonly AssembledSubmesh[],
  positions: readonly UnitPositions[],
  step: () => void,
): readonly Meshlets[] {
  return positions.map((unit, i) => {
    step();
    return buildMeshlets(submeshes[i]?.indices ?? new Uint32Array(0), unit);
  });
}

function join(
  skeleton: SkeletonModel | undefined,
  { submeshes, nodes, ranges }: AssembledMesh,
  meshlets: readonly Meshlets[],
  levels: readonly (readonly Uint32Array[])[],
  lodCount: number,
  { path }: MeshContext,
): CompiledMesh {
  const materials = materialsInUse(submeshes);
  const parts = submeshes.map(({ rows }) => rows);
  const counts = parts.map(({ count }) => count);
  const lists = submeshes.map(({ indices }) => indices);
  const meshletCounts = meshlets.map(({ count }) => count);
  return {
    materials,
    skeleton,
    variants: variantMaterials(submeshes),
    ranges,
    model: {
      hasTangents: submeshes.some(({ hasTangents }) => hasTangents),
      ...submeshTable(submeshes, meshletCounts, materials, path),
      vertices: packChunk(VTXS, parts),
      indices: joinIndices(lists, counts),
      ...joinMeshlets(meshlets, counts),
      skin:
        skeleton === undefined ? undefined : { vertices: packChunk(SKIN, parts), joints: jointTable(skeleton.joints) },
      lods: lodCount === 0 ? undefined : joinLevels(levels, counts, lodCount),
      nodes: nodes === undefined ? undefined : nodeTable(nodes, path),
    },
  };
}
