// Which submeshes a scene becomes, in order, and where each copy of its geometry goes. Pure bookkeeping: no vertex is read.

import type { Place } from '../../diagnostics/diagnostic.js';
import { identity, multiply } from '../../model/matrix.js';
import { neverSeen } from '../../model/never-seen.js';
import type { LinesModel, Matrix, MeshModel, NodeModel, PrimitiveModel, SceneModel } from '../../model/scene.js';
import type { SkeletonModel } from '../../model/skeleton.js';
import { walkNodes } from '../../model/walk-nodes.js';
import { Binder, type Binding } from './bind-primitive.js';
import { meshSettings } from './settings.js';
import { WorldMatrices } from './world-matrices.js';

export interface PlanOptions {
  /** Bake node transforms into the vertices; else each mesh is kept once and nodes place it. */
  readonly merge?: boolean;
  /** Keep what is never seen, for whoever shows it by other means. */
  readonly keepHidden?: boolean;
  /** What vertices follow; none: they stay where they are. */
  readonly skeleton?: SkeletonModel | undefined;
}

export const PLAN_DEFAULTS: Required<Pick<PlanOptions, 'merge'>> = { merge: meshSettings.settings.merge.default };

export interface PlannedPart<P> {
  readonly primitive: P;
  /** Where copies of the geometry go; one identity matrix keeps the source's own space. */
  readonly copies: readonly Matrix[];
  readonly binding: Binding;
}

export interface PlannedSubmesh extends PlannedPart<PrimitiveModel> {
  /** Its own, the node's or the mesh's, whichever is not empty. */
  readonly name: string;
  /** The node that shows it; where several do, the first. */
  readonly node: number;
  /** Default weights of its morph targets; what is missing is 0. */
  readonly weights: readonly number[];
  /** Of its morph targets, as far as they have any. */
  readonly targetNames: readonly string[];
  /** Submeshes of one group share a space: where they touch, they must go on touching in every level of detail. */
  readonly group: number;
}

export interface PlannedNode {
  readonly name: string;
  readonly local: Matrix;
  /** Index into the plan's nodes, −1 for a root. */
  readonly parent: number;
  readonly firstSubmesh: number;
  readonly submeshCount: number;
  /** Of points and lines. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** For diagnostics. */
  readonly origin: Place;
}

/** Which submeshes, points and lines are a node's. */
export type SubmeshRange = Pick<PlannedNode, 'firstSubmesh' | 'submeshCount' | 'firstLine' | 'lineCount'>;

interface Parts {
  readonly submeshes: PlannedSubmesh[];
  readonly lines: PlannedPart<LinesModel>[];
}

interface SubmeshPlan {
  readonly submeshes: readonly PlannedSubmesh[];
  /** Points and lines. */
  readonly lines: readonly PlannedPart<LinesModel>[];
  /** By node of the scene, where it has any. */
  readonly ranges: ReadonlyMap<number, SubmeshRange>;
  /** Only without merging. */
  readonly nodes: readonly PlannedNode[] | undefined;
}

export function planSubmeshes(scene: SceneModel, options: PlanOptions = {}): SubmeshPlan {
  const { merge, skeleton, keepHidden = false } = { ...PLAN_DEFAULTS, ...options };
  const hidden = keepHidden ? new Set<number>() : neverSeen(scene);
  const binder = new Binder(scene.nodes, new WorldMatrices(scene.nodes), skeleton, scene.skins);
  return merge ? planMerged(scene, binder, hidden) : planSeparate(scene, binder, hidden);
}

/** One submesh for each primitive of each node, all in one space. */
function planMerged(scene: SceneModel, binder: Binder, hidden: ReadonlySet<number>): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  const lines: PlannedPart<LinesModel>[] = [];
  const ranges = new Map<number, SubmeshRange>();
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    if (hidden.has(index)) continue;
    const node = nodeAt(scene, index);
    const [firstSubmesh, firstLine] = [submeshes.length, lines.length];
    const place = <P extends Pick<PrimitiveModel, 'joints'>>(primitive: P): PlannedPart<P> => {
      const { binding, space } = binder.baked(index, node, primitive);
      const copies =
        binding.is === 'skinned' ? [space] : instancesOf(node).map((instance) => multiply(space, instance));
      return { primitive, binding, copies };
    };
    const { name, primitives, lines: drawn = [], ...mesh } = meshOf(scene, node);
    for (const primitive of primitives)
      submeshes.push({
        ...place(primitive),
        ...told(node, mesh),
        name: primitive.name || node.name || name,
        node: index,
        group: 0,
      });
    for (const primitive of drawn) lines.push(place(primitive));
    const range = rangeFrom(firstSubmesh, submeshes.length, firstLine, lines.length);
    if (range !== NOTHING) ranges.set(index, range);
  }
  return { submeshes, lines, ranges, nodes: undefined };
}

/** What a mesh and its node say of morph targets. */
const told = (node: NodeModel, { weights = [], targetNames = [] }: Pick<MeshModel, 'weights' | 'targetNames'>) => ({
  weights: node.weights ?? weights,
  targetNames,
});

const NOTHING: SubmeshRange = { firstSubmesh: 0, submeshCount: 0, firstLine: 0, lineCount: 0 };

function rangeFrom(firstSubmesh: number, submeshEnd: number, firstLine: number, lineEnd: number): SubmeshRange {
  const [submeshCount, lineCount] = [submeshEnd - firstSubmesh, lineEnd - firstLine];
  if (submeshCount + lineCount === 0) return NOTHING;
  return {
    ...NOTHING,
    ...(submeshCount === 0 ? {} : { firstSubmesh, submeshCount }),
    ...(lineCount === 0 ? {} : { firstLine, lineCount }),
  };
}

/** Each mesh once, in order of first use; nodes say where. Instances become children of their node. */
function planSeparate(scene: SceneModel, binder: Binder, hidden: ReadonlySet<number>): SubmeshPlan {
  const plan: Parts = { submeshes: [], lines: [] };
  const nodes: PlannedNode[] = [];
  const numbers = new Map<number, number>();
  const known = new Map<string, SubmeshRange>();
  const ranges = new Map<number, SubmeshRange>();
  const morphed = new Set(
    scene.animations.flatMap(({ channels }) => channels.flatMap((c) => (c.path === 'weights' ? [c.node] : []))),
  );
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const node = nodeAt(scene, index);
    const range = hidden.has(index) ? NOTHING : rangeOf(scene, index, morphed, binder, known, plan);
    if (range !== NOTHING) ranges.set(index, range);
    const parent = node.parent === undefined ? -1 : (numbers.get(node.parent) ?? -1);
    const placed = { name: node.name, local: node.local, parent, origin: node.origin };
    const number = nodes.push({ ...placed, ...(node.instances === undefined ? range : NOTHING) }) - 1;
    numbers.set(index, number);
    if (node.instances !== undefined)
      for (const local of instancesOf(node)) nodes.push({ ...placed, name: '', local, parent: number, ...range });
  }
  return { ...plan, ranges, nodes };
}

/** The submeshes of a node's mesh, which its first user adds to `submeshes`. */
function rangeOf(
  scene: SceneModel,
  index: number,
  morphed: ReadonlySet<number>,
  binder: Binder,
  ranges: Map<string, SubmeshRange>,
  { submeshes, lines }: Parts,
): SubmeshRange {
  const node = nodeAt(scene, index);
  if (node.mesh === undefined) return NOTHING;
  const { name, primitives, lines: drawn = [], ...mesh } = meshOf(scene, node);
  // Vertices name joints and targets have one weight, so that a mesh is written once for each skin that it is shown with, for
  // each set of weights, and for each node whose weights clips move.
  const morphs = primitives.some(({ targets = [] }) => targets.length > 0);
  const weights = morphs ? (morphed.has(index) ? `of ${index}` : node.weights?.join()) : undefined;
  const key = `${node.mesh} ${node.skin} ${weights}`;
  const known = ranges.get(key);
  if (known !== undefined) return known;
  const [firstSubmesh, firstLine] = [submeshes.length, lines.length];
  const place = <P extends Pick<PrimitiveModel, 'joints'>>(primitive: P): PlannedPart<P> => {
    const { binding, space } = binder.inPlace(node, primitive);
    return { primitive, binding, copies: [space] };
  };
  for (const primitive of primitives)
    submeshes.push({
      ...place(primitive),
      ...told(node, mesh),
      name: primitive.name || name || node.name,
      node: index,
      group: node.mesh,
    });
  for (const primitive of drawn) lines.push(place(primitive));
  const range = rangeFrom(firstSubmesh, submeshes.length, firstLine, lines.length);
  ranges.set(key, range);
  return range;
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
