// Assembles the submeshes of a scene with their final vertices: the part that all output formats share. For each submesh:
// weld the source · compute tangents · transform every copy · check that all values are finite · weld vertices that are equal in the output
// format · order triangles and vertices.

import type { TriangleOrder } from '@assetc/kernels';
import type { Place } from '../../../diagnostics/diagnostic.js';
import type { LinesModel, Matrix, PrimitiveModel, SceneModel } from '../../../model/scene/scene.js';
import { SCENE_LIMITS, type SceneLimits } from '../../../model/scene/scene-limits.js';
import { type WarnAt, warnOnce } from '../../warn-once.js';
import { checkPositions } from '../check-finite.js';
import { checkCopies, checkSize } from '../check-size.js';
import { chooseLayout, LAYOUT_DEFAULTS, type LayoutOptions } from '../choose-layout.js';
import type { MeshContext } from '../mesh-context.js';
import { farFromOriginMessage } from '../scene/far-from-origin.js';
import { transformCopies } from '../scene/transform-copies.js';
import { type MeshSettings, meshSettings } from '../settings.js';
import { ValenceBudget } from '../simplify/valence-budget.js';
import { flatGrowth } from '../surface/flat-growth.js';
import { smoothMissingNormals } from '../surface/smooth-normals.js';
import { tangentSets } from '../surface/tangent-set.js';
import { keepNormalsApparent } from '../vertices/apparent-normals.js';
import { orderVertices } from '../vertices/order-vertices.js';
import type { IndexedRows, RowLayout, VertexRows } from '../vertices/vertex-rows.js';
import { joinPacked, weldPacked } from '../vertices/weld-packed.js';
import { weldSource } from '../vertices/weld-source.js';
import type { LodPlace } from './level-nodes.js';
import {
  PLAN_DEFAULTS,
  type PlannedNode,
  type PlannedPart,
  type PlannedSubmesh,
  type PlanOptions,
  planSubmeshes,
  type SubmeshRange,
} from './plan-submeshes.js';
import { PREPARE_DEFAULTS, type PreparedPrimitive, type PrepareOptions } from './prepare-primitive.js';
import { PreparedPrimitives } from './prepared-primitives.js';

export interface AssembleOptions
  extends PlanOptions,
    Pick<PrepareOptions, 'tangents'>,
    Partial<Pick<MeshSettings, 'normals' | 'smoothAngle'>>,
    Pick<LayoutOptions, 'colors' | 'moreUvs' | 'moreColors' | 'bare'> {
  readonly limits?: SceneLimits;
  /** Whether vertices that are equal in `.hmesh` are joined. */
  readonly isPacked?: boolean;
  readonly order?: TriangleOrder;
}

const ASSEMBLE_DEFAULTS: Required<Omit<AssembleOptions, 'skeleton'>> = {
  merge: PLAN_DEFAULTS.merge,
  keepHidden: false,
  tangents: PREPARE_DEFAULTS.tangents,
  normals: meshSettings.settings.normals.default,
  smoothAngle: meshSettings.settings.smoothAngle.default,
  colors: LAYOUT_DEFAULTS.colors,
  moreUvs: LAYOUT_DEFAULTS.moreUvs,
  moreColors: LAYOUT_DEFAULTS.moreColors,
  bare: LAYOUT_DEFAULTS.bare,
  limits: SCENE_LIMITS,
  isPacked: false,
  order: 'cache',
};

export interface AssembledSubmesh extends IndexedRows {
  readonly hasTangents: boolean;
  /** Source index. */
  readonly material: number | undefined;
  /** Its source primitive. */
  readonly primitive: PrimitiveModel;
  readonly origin: Place;
  /** Submeshes of one group share a space. */
  readonly group: number;
  /** See PlannedSubmesh. */
  readonly name: string;
  readonly node: number;
  readonly weights: readonly number[];
  readonly targetNames: readonly string[];
  readonly copies: readonly Matrix[];
  /** See motion-groups.ts. */
  readonly morphSources: Uint32Array;
  readonly lod?: LodPlace;
  /** Submeshes that change their level together have the same bounds, those of all these vertices. */
  readonly boundedWith?: readonly VertexRows[];
}

/** Points or lines, with indices in source order. */
export interface AssembledLines extends IndexedRows {
  readonly mode: LinesModel['mode'];
  readonly material: number | undefined;
  readonly origin: Place;
}

export interface AssembledMesh {
  readonly submeshes: readonly AssembledSubmesh[];
  readonly lines: readonly AssembledLines[];
  readonly nodes: readonly PlannedNode[] | undefined;
  /** By node of the scene: its submeshes. */
  readonly ranges: ReadonlyMap<number, SubmeshRange>;
}

export async function assembleSubmeshes(
  scene: SceneModel,
  options: AssembleOptions,
  context: MeshContext,
): Promise<AssembledMesh> {
  const { merge, keepHidden, skeleton, tangents, normals, smoothAngle, limits, isPacked, order, ...sets } = {
    ...ASSEMBLE_DEFAULTS,
    ...options,
  };
  const warn = warnOnce(context);
  const plan = planSubmeshes(scene, { merge, keepHidden, skeleton });
  const tangentSetOf = tangentSets(scene.materials, sets.moreUvs);
  checkSize(plan, { file: context.path, limits });
  const valenceBudget = new ValenceBudget(context.path);
  const primitives = [...plan.submeshes, ...plan.lines].map(({ primitive }) => primitive);
  if (!sets.colors) warnAboutColors(primitives, warn);
  const layout = chooseLayout(primitives, { skin: skeleton !== undefined, ...sets });
  const prepared = new PreparedPrimitives(plan.submeshes, layout, {
    tangents,
    tangentSetOf,
    ...(normals === 'smooth' ? { cornerNormals: smoothMissingNormals(scene.meshes, smoothAngle) } : {}),
    ...(context.parallel === undefined ? {} : { parallel: context.parallel }),
  });
  const submeshes: AssembledSubmesh[] = [];
  for (const planned of plan.submeshes) {
    context.signal?.throwIfAborted();
    submeshes.push(
      finishSubmesh(planned, await prepared.take(planned), { isPacked, order, valence: valenceBudget }, context),
    );
  }
  const lines = plan.lines.map((planned) => {
    context.signal?.throwIfAborted();
    return finishLines(planned, layout, isPacked, context);
  });
  const farMessage = farFromOriginMessage([...submeshes, ...lines].map(({ rows }) => rows));
  if (farMessage !== undefined) context.warn({ code: 'mesh/far-away', file: context.path, message: farMessage });
  const growth = normals === 'auto' ? flatGrowth(submeshes, context.path) : undefined;
  if (growth !== undefined) context.warn(growth);
  return { submeshes, lines, nodes: plan.nodes, ranges: plan.ranges };
}

interface Finishing extends Required<Pick<AssembleOptions, 'isPacked' | 'order'>> {
  readonly valence: ValenceBudget;
}

function finishSubmesh(
  planned: PlannedSubmesh,
  prepared: PreparedPrimitive,
  { isPacked, order, valence }: Finishing,
  { path }: MeshContext,
): AssembledSubmesh {
  const { primitive, group, name, node, weights, targetNames, copies, lod } = planned;
  checkCopies(planned, prepared.rows.count, prepared.rows.layout.words, path);
  const placed = transformCopies(prepared, { ...planned, isWeldedLater: isPacked });
  checkPositions(placed.rows, path, primitive.origin);
  const joined = isPacked ? joinPacked(placed) : placed;
  valence.spend(joined, primitive.origin);
  return {
    ...orderVertices(joined, order),
    hasTangents: prepared.hasTangents,
    material: primitive.material,
    primitive,
    origin: primitive.origin,
    group,
    name,
    node,
    weights,
    targetNames,
    copies,
    morphSources: prepared.morphSources,
    ...(lod === undefined ? {} : { lod }),
  };
}

/** Without tangents, and without normals if the source has none: a line has no facing. */
function finishLines(
  planned: PlannedPart<LinesModel>,
  layout: RowLayout,
  isPacked: boolean,
  { path }: MeshContext,
): AssembledLines {
  const { mode, material, origin, positions, normals = new Float32Array(positions.length) } = planned.primitive;
  const skin = planned.binding.is === 'skinned';
  const welded = weldSource({ ...planned.primitive, normals, tangents: undefined }, layout, { skin });
  checkCopies(planned, welded.rows.count, layout.words, path);
  const placed = transformCopies(welded, { ...planned, isTriangles: false });
  checkPositions(placed.rows, path, origin);
  if (planned.primitive.normals !== undefined) keepNormalsApparent(placed.rows);
  return { ...(isPacked ? weldPacked(placed) : placed), mode, material, origin };
}

function warnAboutColors(primitives: readonly Pick<PrimitiveModel, 'colors' | 'origin'>[], warn: WarnAt): void {
  const colored = primitives.find((primitive) => primitive.colors !== undefined);
  if (colored !== undefined)
    warn('mesh/dropped-colors', colored.origin, 'vertex colors are dropped: the mesh format cannot store them');
}
