// Plans the submeshes of a scene, in order, and the transform of each copy. Reads no vertices.

import type { Place } from '../../../diagnostics/diagnostic.js';
import { identity, multiply } from '../../../model/math/matrix.js';
import { neverSeen } from '../../../model/never-seen.js';
import type {
  LinesModel,
  Matrix,
  MeshModel,
  NodeModel,
  PrimitiveModel,
  SceneModel,
} from '../../../model/scene/scene.js';
import type { SkeletonModel } from '../../../model/scene/skeleton.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import { WorldMatrices } from '../scene/world-matrices.js';
import { meshSettings } from '../settings.js';
import { Binder, type Binding } from './bind-primitive.js';
import { LevelNodes, type LodPlace } from './level-nodes.js';

export interface PlanOptions {
  /** Apply node transforms to the vertices; otherwise each mesh is stored once and nodes transform it. */
  readonly merge?: boolean;
  /** Keep hidden geometry, for formats that can show it. */
  readonly keepHidden?: boolean;
  /** The skeleton that vertices follow; without one, they are static. */
  readonly skeleton?: SkeletonModel | undefined;
}

export const PLAN_DEFAULTS: Required<Pick<PlanOptions, 'merge'>> = { merge: meshSettings.settings.merge.default };

export interface PlannedPart<P> {
  readonly primitive: P;
  /** The transforms of its copies; a single identity matrix keeps the source's own space. */
  readonly copies: readonly Matrix[];
  readonly binding: Binding;
}

export interface PlannedSubmesh extends PlannedPart<PrimitiveModel> {
  /** The primitive's, the node's or the mesh's name: the first that is not empty. */
  readonly name: string;
  /** The node that uses it; the first, if there are several. */
  readonly node: number;
  /** Default weights of its morph targets; missing ones are 0. */
  readonly weights: readonly number[];
  /** Names of its morph targets, if they have any. */
  readonly targetNames: readonly string[];
  /** Submeshes of one group share a space: where they touch, they must touch in every level of detail. */
  readonly group: number;
  /** Undefined outside of groups of levels of detail. */
  readonly lod?: LodPlace;
}

export interface PlannedNode {
  readonly name: string;
  readonly local: Matrix;
  /** Index into the plan's nodes; −1 for a root. */
  readonly parent: number;
  readonly firstSubmesh: number;
  readonly submeshCount: number;
  /** Range of points and lines. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** For diagnostics. */
  readonly origin: Place;
}

/** The submeshes, points and lines of a node. */
export type SubmeshRange = Pick<PlannedNode, 'firstSubmesh' | 'submeshCount' | 'firstLine' | 'lineCount'>;

interface Parts {
  readonly submeshes: PlannedSubmesh[];
  readonly lines: PlannedPart<LinesModel>[];
}

interface SubmeshPlan {
  readonly submeshes: readonly PlannedSubmesh[];
  /** Points and lines. */
  readonly lines: readonly PlannedPart<LinesModel>[];
  /** By node of the scene, if it has any. */
  readonly ranges: ReadonlyMap<number, SubmeshRange>;
  /** Only without merging. */
  readonly nodes: readonly PlannedNode[] | undefined;
}

export function planSubmeshes(scene: SceneModel, options: PlanOptions = {}): SubmeshPlan {
  const { merge, skeleton, keepHidden = false } = { ...PLAN_DEFAULTS, ...options };
  const hidden = keepHidden ? new Set<number>() : neverSeen(scene);
  const worlds = new WorldMatrices(scene.nodes);
  const planning = {
    scene,
    hidden,
    binder: new Binder(scene.nodes, worlds, skeleton, scene.skins),
    levels: new LevelNodes(scene.lodGroups ?? [], worlds),
  };
  return merge ? planMerged(planning) : planSeparate(planning);
}

interface Planning {
  readonly scene: SceneModel;
  readonly hidden: ReadonlySet<number>;
  readonly binder: Binder;
  readonly levels: LevelNodes;
}

/** One submesh per primitive of each node, all in one space. Coarser levels may be hidden in the program that made them. */
function planMerged({ scene, hidden, binder, levels }: Planning): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  const lines: PlannedPart<LinesModel>[] = [];
  const ranges = new Map<number, SubmeshRange>();
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const isCoarse = levels.isCoarse(index);
    if (hidden.has(index) && !isCoarse) continue;
    const node = nodeAt(scene, index);
    const [firstSubmesh, firstLine] = [submeshes.length, lines.length];
    const planPart = <P extends Pick<PrimitiveModel, 'joints'>>(primitive: P): PlannedPart<P> => {
      const { binding, space } = binder.bindMerged(index, node, primitive);
      const copies =
        binding.is === 'skinned' ? [space] : instancesOf(node).map((instance) => multiply(space, instance));
      return { primitive, binding, copies };
    };
    const { name, primitives, lines: linePrimitives = [], ...mesh } = meshOf(scene, node);
    for (const primitive of primitives)
      submeshes.push({
        ...planPart(primitive),
        ...morphInfo(node, mesh),
        ...levels.placeOf(index, 0),
        name: primitive.name || node.name || name,
        node: index,
        group: 0,
      });
    if (!isCoarse) for (const primitive of linePrimitives) lines.push(planPart(primitive));
    const range = rangeFrom(firstSubmesh, submeshes.length, firstLine, lines.length);
    if (range !== EMPTY_RANGE) ranges.set(index, range);
  }
  return { submeshes, lines, ranges, nodes: undefined };
}

/** The weights and names of the morph targets. */
const morphInfo = (
  node: NodeModel,
  { weights = [], targetNames = [] }: Pick<MeshModel, 'weights' | 'targetNames'>,
) => ({
  weights: node.weights ?? weights,
  targetNames,
});

const EMPTY_RANGE: SubmeshRange = { firstSubmesh: 0, submeshCount: 0, firstLine: 0, lineCount: 0 };

function rangeFrom(firstSubmesh: number, submeshEnd: number, firstLine: number, lineEnd: number): SubmeshRange {
  const [submeshCount, lineCount] = [submeshEnd - firstSubmesh, lineEnd - firstLine];
  if (submeshCount + lineCount === 0) return EMPTY_RANGE;
  return {
    ...EMPTY_RANGE,
    ...(submeshCount === 0 ? {} : { firstSubmesh, submeshCount }),
    ...(lineCount === 0 ? {} : { firstLine, lineCount }),
  };
}

/** Stores each mesh once, in order of first use; nodes transform them. Instances become children of their node. */
function planSeparate(planning: Planning): SubmeshPlan {
  const { scene, hidden, levels } = planning;
  const plan: Parts = { submeshes: [], lines: [] };
  const nodes: PlannedNode[] = [];
  const nodeNumbers = new Map<number, number>();
  const rangesByKey = new Map<string, SubmeshRange>();
  const ranges = new Map<number, SubmeshRange>();
  const animatedWeights = new Set(
    scene.animations.flatMap(({ channels }) => channels.flatMap((c) => (c.path === 'weights' ? [c.node] : []))),
  );
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const node = nodeAt(scene, index);
    const isEmpty = hidden.has(index) || levels.isCoarse(index);
    const range = isEmpty ? EMPTY_RANGE : rangeOf(planning, index, animatedWeights, rangesByKey, plan);
    if (range !== EMPTY_RANGE) ranges.set(index, range);
    const parent = node.parent === undefined ? -1 : (nodeNumbers.get(node.parent) ?? -1);
    const common = { name: node.name, local: node.local, parent, origin: node.origin };
    const number = nodes.push({ ...common, ...(node.instances === undefined ? range : EMPTY_RANGE) }) - 1;
    nodeNumbers.set(index, number);
    if (node.instances !== undefined)
      for (const local of instancesOf(node)) nodes.push({ ...common, name: '', local, parent: number, ...range });
  }
  return { ...plan, ranges, nodes };
}

/** The submeshes of a node's mesh; the first node that uses it adds them to `submeshes`, with those of its coarser levels. */
function rangeOf(
  { scene, binder, levels }: Planning,
  index: number,
  animatedWeights: ReadonlySet<number>,
  ranges: Map<string, SubmeshRange>,
  { submeshes, lines }: Parts,
): SubmeshRange {
  const node = nodeAt(scene, index);
  if (node.mesh === undefined) return EMPTY_RANGE;
  const coarseNodes = levels.coarseNodesOf(index);
  const key = [index, ...coarseNodes.map((each) => each.node)]
    .map((each) => meshKey(scene, each, animatedWeights))
    .concat(coarseNodes.map(({ level, relative }) => `${level} ${relative.join()}`))
    .join('; ');
  const existing = ranges.get(key);
  if (existing !== undefined) return existing;
  const [firstSubmesh, firstLine] = [submeshes.length, lines.length];
  const addMesh = (from: number, relative: Matrix | undefined, lod: Pick<PlannedSubmesh, 'lod'>): void => {
    const source = nodeAt(scene, from);
    const planPart = <P extends Pick<PrimitiveModel, 'joints'>>(primitive: P): PlannedPart<P> => {
      const { binding, space } = binder.bindInPlace(source, primitive);
      const isMoved = relative !== undefined && binding.is !== 'skinned';
      return { primitive, binding, copies: [isMoved ? multiply(relative, space) : space] };
    };
    const { name, primitives, lines: linePrimitives = [], ...mesh } = meshOf(scene, source);
    for (const primitive of primitives)
      submeshes.push({
        ...planPart(primitive),
        ...morphInfo(source, mesh),
        ...lod,
        name: primitive.name || name || source.name,
        node: from,
        group: node.mesh ?? 0,
      });
    if (relative === undefined) for (const primitive of linePrimitives) lines.push(planPart(primitive));
  };
  addMesh(index, undefined, levels.placeOf(index, index));
  for (const { node: from, relative } of coarseNodes) addMesh(from, relative, levels.placeOf(from, index));
  const range = rangeFrom(firstSubmesh, submeshes.length, firstLine, lines.length);
  ranges.set(key, range);
  return range;
}

/**
 * Vertices refer to joints, and targets have one weight. So a mesh is written once per skin, per set of weights, and per node with animated
 * weights.
 */
function meshKey(scene: SceneModel, index: number, animatedWeights: ReadonlySet<number>): string {
  const node = nodeAt(scene, index);
  const hasMorphs = meshOf(scene, node).primitives.some(({ targets = [] }) => targets.length > 0);
  const weights = hasMorphs ? (animatedWeights.has(index) ? `of ${index}` : node.weights?.join()) : undefined;
  return `${node.mesh} ${node.skin} ${weights}`;
}

function nodeAt(scene: SceneModel, index: number): NodeModel {
  const node = scene.nodes[index];
  if (node === undefined) throw new Error(`there is no node ${index}`);
  return node;
}

function meshOf(scene: SceneModel, node: NodeModel): MeshModel {
  return (node.mesh === undefined ? undefined : scene.meshes[node.mesh]) ?? { name: '', primitives: [] };
}

function instancesOf({ instances }: NodeModel): readonly Matrix[] {
  if (instances === undefined) return [identity()];
  return Array.from({ length: instances.length / 16 }, (_, i) => instances.slice(i * 16, i * 16 + 16));
}
