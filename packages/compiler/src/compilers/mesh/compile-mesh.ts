// Compiles a scene to everything an .hmesh contains except its material names. Equal scenes and settings give equal bytes.
// Assemble the submeshes · build meshlets and levels · tabulate, pack and join the results · build clusters.

import { packTriangleWords } from '@assetc/formats';
import { collectFreedMemory } from '@assetc/kernels';
import { disableCones } from '../../encoding/mesh/meshlets.js';
import type { SkeletonModel } from '../../model/scene/skeleton.js';
import { addClusters } from './clusters/add-clusters.js';
import { type CompactOptions, compactMesh, snapMorphs } from './compact/compact-mesh.js';
import { narrowIndices, splitStreams, withFullRows } from './compact/stored-forms.js';
import { type CompiledMesh, joinMesh } from './join/join-mesh.js';
import { buildLevels } from './levels/build-levels.js';
import type { MeshContext } from './mesh-context.js';
import { morphTargets } from './morph-targets.js';
import { type ConsumableScene, outlinePrimitive } from './scene/consumable-scene.js';
import type { MeshSettings } from './settings.js';
import { skeletonOf } from './skeleton/build-skeleton.js';
import { type AssembleOptions, assembleSubmeshes } from './submeshes/assemble-submeshes.js';
import { warmUpKernels } from './warm-up-kernels.js';

interface CompileOptions
  extends Omit<MeshSettings, 'scene' | 'micromaps'>,
    Pick<AssembleOptions, 'colors' | 'moreUvs' | 'moreColors'> {
  /** Whether animated nodes become joints of their geometry. */
  readonly nodeJoints?: boolean;
  /** Used instead of the scene's own; only for scenes without geometry. */
  readonly skeleton?: SkeletonModel | undefined;
  /** Keep hidden geometry, for formats that can show it. */
  readonly keepHidden?: boolean;
}

/** Consumes the geometry of `scene`, and releases it as soon as its vertices are final. */
export async function compileMesh(
  scene: ConsumableScene,
  options: CompileOptions,
  context: MeshContext,
): Promise<CompiledMesh> {
  const {
    merge,
    tangents,
    normals,
    smoothAngle,
    lods,
    lodError,
    clusters,
    meshlets: { triangles, ...cuts },
    vertices,
    grid,
    maxError,
    streams,
    indexWidth,
    compression,
    triangleOrder,
    nodeJoints = false,
    skeleton: otherSkeleton,
    keepHidden = false,
    ...rest
  } = options;
  const { colors = false, moreUvs = 0, moreColors = 0, ...limits } = rest;
  const order = triangleOrder === 'auto' ? (compression === 'none' ? 'cache' : 'size') : triangleOrder;
  const skeleton = otherSkeleton ?? skeletonOf(scene.outline, { merge, nodes: nodeJoints }, context);
  const assembled = await assembleAndRelease(
    scene,
    {
      merge,
      keepHidden,
      skeleton,
      tangents,
      normals,
      smoothAngle,
      limits,
      isPacked: true,
      order,
      colors,
      moreUvs,
      moreColors,
      bare: vertices !== 'compact',
    },
    vertices === 'compact' ? { grid, maxError, jointCount: skeleton?.joints.length ?? 0, order } : undefined,
    context,
  );
  // The vertices before ordering would otherwise stay in memory during simplification.
  collectFreedMemory(
    assembled.submeshes.reduce((sum, { rows, indices }) => sum + rows.bits.byteLength + indices.byteLength, 0),
  );
  const leveled = await buildLevels(assembled, { lods, lodError, meshlets: cuts }, context);
  const { morphs, levels, lodCount } = leveled;
  const meshlets = leveled.meshlets.map((cut, i) => ((morphs[i]?.targets.length ?? 0) > 0 ? disableCones(cut) : cut));
  const mesh = joinMesh(scene.outline, skeleton, leveled, { meshlets, morphs, levels }, lodCount, context.path);
  const spaces = leveled.submeshes.map(({ group }) => group);
  const { parallel } = context;
  const step = (): void => context.signal?.throwIfAborted();
  const vertexCount = [...leveled.submeshes, ...leveled.lines].reduce((sum, { rows }) => sum + rows.count, 0);
  const isNarrow = indexWidth === 'smallest' && vertexCount <= 0xffff;
  const entryBytes = isNarrow ? 2 : 4;
  const model = clusters
    ? await addClusters(withFullRows(mesh.model), { limits: cuts, spaces, parallel, step, entryBytes })
    : mesh.model;
  const withWords = triangles === 'words' ? addTriangleWords(model) : model;
  const withStreams = streams === 'split' ? splitStreams(withWords) : withWords;
  return { ...mesh, model: isNarrow ? narrowIndices(withStreams) : withStreams };
}

function addTriangleWords(model: CompiledMesh['model']): CompiledMesh['model'] {
  const { meshletTriangles, clusters } = model;
  return {
    ...model,
    meshletTriangleWords: packTriangleWords(meshletTriangles),
    clusters: clusters && { ...clusters, triangleWords: packTriangleWords(clusters.triangles) },
  };
}

/** Keeps only what joining needs of the source: no variable here or in the caller may refer to its vertices any more. */
async function assembleAndRelease(
  scene: ConsumableScene,
  options: AssembleOptions,
  compact: CompactOptions | undefined,
  context: MeshContext,
) {
  const fullScene = scene.takeGeometry();
  await warmUpKernels(
    fullScene.meshes.flatMap(({ primitives }) => primitives),
    options.tangents === 'mikktspace',
  );
  const full = await assembleSubmeshes(fullScene, options, context);
  const assembled = compact === undefined ? full : compactMesh(full, compact, context);
  const morphs = assembled.submeshes.map((submesh) => snapMorphs(morphTargets(submesh, context.path), submesh));
  const submeshes = assembled.submeshes.map((submesh) => ({
    ...submesh,
    primitive: outlinePrimitive(submesh.primitive),
  }));
  return { ...assembled, submeshes, morphs };
}
