// Joins the results of each submesh to the chunks of the mesh.

import type { HmeshModel, MeshNames, VertexColors } from '@assetc/formats';
import type { Meshlets } from '@assetc/kernels';
import type { MorphRows } from '../../../model/scene/morph-rows.js';
import type { SceneModel } from '../../../model/scene/scene.js';
import type { SkeletonModel } from '../../../model/scene/skeleton.js';
import { compactRows } from '../compact/stored-forms.js';
import type { SubmeshMorphs } from '../morph-targets.js';
import { jointTable } from '../scene/joint-table.js';
import { nodeTable } from '../scene/node-table.js';
import type { Level } from '../simplify/lods.js';
import type { AssembledMesh, AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { materialsInUse, slotsOf, submeshTable, variantMaterials } from '../submeshes/submesh-table.js';
import { CLR0, packChunk, SKIN, UVS1, VTXS } from '../vertices/pack-rows.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import { joinIndices } from './join-indices.js';
import { joinLevels } from './join-levels.js';
import { joinLines } from './join-lines.js';
import { joinMeshlets } from './join-meshlets.js';
import { joinMorphs, morphRows } from './join-morphs.js';

export interface CompiledMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use, in order of first use: index i is material slot i. */
  readonly materials: readonly number[];
  /** The skeleton that its vertices follow and clips move. */
  readonly skeleton: SkeletonModel | undefined;
  /** Which morph targets the weights of nodes affect. */
  readonly morphRows: readonly MorphRows[];
  /** The source index of a submesh's material in a variant. */
  readonly variants: ReturnType<typeof variantMaterials>;
  /** By node of the scene: its part of the mesh. */
  readonly ranges: AssembledMesh['ranges'];
}

/** The results for each submesh. */
interface SubmeshResults {
  readonly meshlets: readonly Meshlets[];
  readonly morphs: readonly SubmeshMorphs[];
  readonly levels: readonly (readonly Level[])[];
}

/** `file`: for diagnostics. */
export function joinMesh(
  scene: Pick<SceneModel, 'materials'>,
  skeleton: SkeletonModel | undefined,
  { submeshes, lines, nodes, ranges }: AssembledMesh,
  results: SubmeshResults,
  lodCount: number,
  file: string,
): CompiledMesh {
  const materials = materialsInUse(submeshes, lines);
  const parts = [...submeshes, ...lines].map(({ rows }) => rows);
  const counts = submeshes.map(({ rows }) => rows.count);
  const lists = submeshes.map(({ indices }) => indices);
  const meshletCounts = results.meshlets.map(({ count }) => count);
  const morphs = joinMorphs(results.morphs, counts);
  const compact = compactRows(parts, morphs);
  const vertexCount = counts.reduce((sum, count) => sum + count, 0);
  return {
    materials,
    skeleton,
    variants: variantMaterials(submeshes),
    ranges,
    morphRows: morphRows(
      morphs,
      submeshes.map(({ node }) => node),
    ),
    model: {
      hasTangents: submeshes.some(({ hasTangents }) => hasTangents),
      ...submeshTable(submeshes, meshletCounts, materials, file, lines),
      // Nothing reads full rows if there are others, except what asks for them by `withFullRows`.
      vertices: compact ? new Uint8Array(0) : packChunk(VTXS, parts),
      ...(compact && { stored: compact.stored }),
      indices: joinIndices(lists, counts),
      ...joinMeshlets(results.meshlets, counts),
      skin:
        skeleton === undefined
          ? undefined
          : { vertices: compact?.skinVertices ?? packChunk(SKIN, parts), joints: jointTable(skeleton.joints) },
      lods: lodCount === 0 ? undefined : joinLevels(levelsOf(results, lodCount), counts, lodCount),
      nodes: nodes === undefined ? undefined : nodeTable(nodes, file),
      names: namesOf(scene, submeshes, materials, skeleton),
      colors: colorsOf(parts),
      uvs1: compact ? compact.uvs1 : uvs1Of(parts),
      morphs,
      lines: joinLines(lines, vertexCount, slotsOf(materials)),
    },
  };
}

/** A mesh without triangles has one empty submesh, whose levels are all stalled. */
function levelsOf({ levels }: SubmeshResults, lodCount: number): readonly (readonly Level[])[] {
  if (levels.length > 0) return levels;
  return [Array.from({ length: lodCount }, () => ({ indices: new Uint32Array(0), error: 0 }))];
}

function namesOf(
  scene: Pick<SceneModel, 'materials'>,
  submeshes: readonly AssembledSubmesh[],
  materials: readonly number[],
  skeleton: SkeletonModel | undefined,
): MeshNames {
  return {
    submeshes: submeshes.length === 0 ? [''] : submeshes.map(({ name }) => name),
    materials: materials.map((material) => scene.materials[material]?.name ?? ''),
    joints: (skeleton?.joints ?? []).map(({ name }) => name),
    targets: submeshes.flatMap(({ primitive, targetNames }) =>
      (primitive.targets ?? []).map((_, i) => targetNames[i] ?? ''),
    ),
  };
}

function colorsOf(parts: readonly VertexRows[]): VertexColors | undefined {
  const layout = parts[0]?.layout;
  if (layout === undefined || !CLR0.isIn(layout)) return undefined;
  const bytes = packChunk(CLR0, parts);
  const format = layout.colorFormat;
  return { format, values: format === 'unorm8' ? bytes : new Uint16Array(bytes.buffer) };
}

function uvs1Of(parts: readonly VertexRows[]): Float32Array | undefined {
  const layout = parts[0]?.layout;
  return layout === undefined || !UVS1.isIn(layout) ? undefined : new Float32Array(packChunk(UVS1, parts).buffer);
}
