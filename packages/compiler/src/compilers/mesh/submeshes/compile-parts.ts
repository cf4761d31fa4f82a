// Compiles a scene to mesh parts with separate attributes: the input of writers for other mesh formats.

import type { MeshPart } from '../../../encoding/mesh/mesh-parts.js';
import type { PrimitiveModel, SceneModel } from '../../../model/scene/scene.js';
import { checkMatrix } from '../check-finite.js';
import type { MeshContext } from '../mesh-context.js';
import { skeletonOf } from '../skeleton/build-skeleton.js';
import { columns, NORMAL, TANGENT, UV, type VertexRows } from '../vertices/vertex-rows.js';
import { type AssembledSubmesh, type AssembleOptions, assembleSubmeshes } from './assemble-submeshes.js';
import { PLAN_DEFAULTS, type PlannedNode } from './plan-submeshes.js';

interface PartsOptions extends AssembleOptions {
  /** False if attributes that are not written must not keep vertices separate either. */
  readonly keepTangents: boolean;
  readonly keepSkins: boolean;
}

interface CompiledParts {
  /** A part's slot is the source index of its material. */
  readonly parts: readonly MeshPart[];
  /** For each part, its source mesh; only if they are not merged. */
  readonly meshes: readonly number[];
  readonly nodes: readonly PlannedNode[];
}

export async function compileParts(
  scene: SceneModel,
  { keepTangents, keepSkins, ...options }: PartsOptions,
  context: MeshContext,
): Promise<CompiledParts> {
  const meshes = keepTangents ? scene.meshes : scene.meshes.map(withoutTangents);
  const { merge = PLAN_DEFAULTS.merge } = options;
  const skeleton =
    keepSkins && scene.skins.length > 0 ? skeletonOf(scene, { merge, nodes: false }, context) : undefined;
  const { submeshes, nodes = [] } = await assembleSubmeshes(
    { ...scene, meshes },
    { ...options, skeleton, ...(keepTangents ? {} : { tangents: 'none' }) },
    context,
  );
  for (const { local, origin } of nodes) checkMatrix(local, context.path, origin);
  const parts = submeshes.map((submesh) => {
    context.signal?.throwIfAborted();
    return partOf(submesh);
  });
  return { parts, meshes: submeshes.map(({ group }) => group), nodes };
}

const withoutTangents = (mesh: SceneModel['meshes'][number]): SceneModel['meshes'][number] => ({
  ...mesh,
  primitives: mesh.primitives.map((primitive): PrimitiveModel => ({ ...primitive, tangents: undefined })),
});

function partOf({ rows, indices, primitive, material }: AssembledSubmesh): MeshPart {
  const { layout } = rows;
  const uvs = primitive.uvs === undefined ? [] : [UV, ...columnsOfSets(layout.moreUvs, primitive.moreUvs)];
  const colors =
    primitive.colors === undefined ? [] : [layout.color, ...columnsOfSets(layout.moreColors, primitive.moreColors)];
  return {
    indices,
    positions: columns(rows, 0, 3),
    normals: columns(rows, NORMAL, 3),
    tangents: columns(rows, TANGENT, 4),
    uvs: uvs.map((column) => columns(rows, column, 2)),
    colors: colors.map((column) => columns(rows, column, 4)),
    joints: layout.skin < 0 ? [] : [jointsOf(rows)],
    weights: layout.skin < 0 ? [] : [columns(rows, layout.skin + 2, 4)],
    slot: material,
  };
}

/** The layout is that of the whole mesh; a part has only the sets of its own primitive. */
const columnsOfSets = (all: readonly number[], sets: readonly Float32Array[] | undefined): readonly number[] =>
  all.slice(0, sets?.length ?? 0);

function jointsOf({ bits, layout, count }: VertexRows): Uint16Array {
  const joints = new Uint16Array(count * 4);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < 4; c++)
      joints[i * 4 + c] = ((bits[i * layout.words + layout.skin + (c >> 1)] ?? 0) >>> ((c & 1) * 16)) & 0xffff;
  return joints;
}
