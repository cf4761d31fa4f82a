// Scene → everything an .hmesh holds but the names of its materials. Equal scenes and settings give equal bytes.
// assemble the submeshes · cut them into meshlets and reduce them to levels · tabulate, pack and join what came out · cluster it.

import { collectFreedMemory } from '@assetc/kernels';
import { disableCones } from '../../encoding/meshlets.js';
import type { SkeletonModel } from '../../model/skeleton.js';
import { type AssembleOptions, assembleSubmeshes } from './assemble-submeshes.js';
import { buildParts } from './build-parts.js';
import { addClusters } from './clusters/add-clusters.js';
import { type CompiledMesh, joinMesh } from './join-mesh.js';
import type { MeshContext } from './mesh-context.js';
import { morphTargets } from './morph-targets.js';
import { rehearse } from './rehearse.js';
import { barePrimitive, type SceneOnce } from './scene-once.js';
import type { MeshSettings } from './settings.js';
import { skeletonOf } from './skeleton/build-skeleton.js';
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

/** Takes the geometry of `scene`, and lets go of it as soon as its vertices are final. */
export async function compileMesh(
  scene: SceneOnce,
  options: CompileOptions,
  context: MeshContext,
): Promise<CompiledMesh> {
  const {
    merge,
    tangents,
    lods,
    lodError,
    clusters,
    nodeJoints = false,
    skeleton: other,
    keepHidden = false,
    ...rest
  } = options;
  const { colors = false, moreUvs = 0, moreColors = 0, ...limits } = rest;
  const checkAborted = (): void => context.signal?.throwIfAborted();
  const skeleton = other ?? skeletonOf(scene.bare, { merge, nodes: nodeJoints }, context);
  const assembled = await assembleOnce(
    scene,
    { merge, keepHidden, skeleton, tangents, limits, weld: weldPacked, colors, moreUvs, moreColors },
    context,
  );
  const { submeshes } = assembled;
  // What vertices were before they were ordered would lie beside all that the simplifier takes.
  collectFreedMemory(submeshes.reduce((sum, { rows, indices }) => sum + rows.bits.byteLength + indices.byteLength, 0));
  const morphs = assembled.morphs;
  const targetsOf = (i: number) => morphs[i]?.targets ?? [];
  const { parallel } = context;
  const built = await buildParts(submeshes, { ratios: lods, error: lodError, targetsOf, parallel, step: checkAborted });
  const meshlets = built.meshlets.map((cut, i) => (targetsOf(i).length > 0 ? disableCones(cut) : cut));
  const { levels } = built;
  const mesh = joinMesh(scene.bare, skeleton, assembled, { meshlets, morphs, levels }, lods.length, context.path);
  if (!clusters) return mesh;
  const spaces = submeshes.map(({ group }) => group);
  return { ...mesh, model: await addClusters(mesh.model, { spaces, parallel, step: checkAborted }) };
}

/** Of the source only what joining looks at is left: no variable here or in the caller refers to its vertices any more. */
async function assembleOnce(scene: SceneOnce, options: AssembleOptions, context: MeshContext) {
  const whole = scene.take();
  await rehearse(
    whole.meshes.flatMap(({ primitives }) => primitives),
    options.tangents === 'mikktspace',
  );
  const assembled = await assembleSubmeshes(whole, options, context);
  const morphs = assembled.submeshes.map((submesh) => morphTargets(submesh, context.path));
  const submeshes = assembled.submeshes.map((submesh) => ({ ...submesh, primitive: barePrimitive(submesh.primitive) }));
  return { ...assembled, submeshes, morphs };
}
