// Which submeshes a scene becomes, in order, and where each copy of its geometry goes. Pure bookkeeping: no vertex is read.

import type { Place } from '../../diagnostics/diagnostic.js';
import { identity, multiply } from '../../model/matrix.js';
import { neverSeen } from '../../model/never-seen.js';
import type { Matrix, NodeModel, PrimitiveModel, SceneModel } from '../../model/scene.js';
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

export interface PlannedSubmesh {
  readonly primitive: PrimitiveModel;
  /** Where copies of the geometry go; one identity matrix keeps the source's own space. */
  readonly copies: readonly Matrix[];
  readonly binding: Binding;
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
  /** For diagnostics. */
  readonly origin: Place;
}

/** Which submeshes are a node's. */
export interface SubmeshRange {
  readonly firstSubmesh: number;
  readonly submeshCount: number;
}

interface SubmeshPlan {
  readonly submeshes: readonly PlannedSubmesh[];
  /** By node of the scene, where it has any. */
  readonly ranges: ReadonlyMap<number, SubmeshRange>;
  /** Only without merging. */
  readonly nodes: readonly PlannedNode[] | undefined;
}

export function planSubmeshes(scene: SceneModel, options: PlanOptions = {}): SubmeshPlan {
  const { merge, skeleton, keepHidden = false } = { ...PLAN_DEFAULTS, ...options };
  const hidden = keepHidden ? new Set<number>() : neverSeen(scene);
  const binder = new Binder(scene.nodes, new WorldMatrices(scene.nodes), skeleton);
  return merge ? planMerged(scene, binder, hidden) : planSeparate(scene, binder, hidden);
}

/** One submesh for each primitive of each node, all in one space. */
function planMerged(scene: SceneModel, binder: Binder, hidden: ReadonlySet<number>): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  const ranges = new Map<number, SubmeshRange>();
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    if (hidden.has(index)) continue;
    const node = nodeAt(scene, index);
    const firstSubmesh = submeshes.length;
    for (const primitive of primitivesOf(scene, node)) {
      const { binding, space } = binder.baked(index, node, primitive);
      const copies =
        binding.is === 'skinned' ? [space] : instancesOf(node).map((instance) => multiply(space, instance));
      submeshes.push({ primitive, binding, copies, group: 0 });
    }
    const submeshCount = submeshes.length - firstSubmesh;
    if (submeshCount > 0) ranges.set(index, { firstSubmesh, submeshCount });
  }
  return { submeshes, ranges, nodes: undefined };
}

const NO_SUBMESHES: SubmeshRange = { firstSubmesh: 0, submeshCount: 0 };

/** Each mesh once, in order of first use; nodes say where. Instances become children of their node. */
function planSeparate(scene: SceneModel, binder: Binder, hidden: ReadonlySet<number>): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  const nodes: PlannedNode[] = [];
  const numbers = new Map<number, number>();
  const known = new Map<string, SubmeshRange>();
  const ranges = new Map<number, SubmeshRange>();
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const node = nodeAt(scene, index);
    const range = hidden.has(index) ? NO_SUBMESHES : rangeOf(scene, node, binder, known, submeshes);
    if (range.submeshCount > 0) ranges.set(index, range);
    const parent = node.parent === undefined ? -1 : (numbers.get(node.parent) ?? -1);
    const placed = { name: node.name, local: node.local, parent, origin: node.origin };
    const number = nodes.push({ ...placed, ...(node.instances === undefined ? range : NO_SUBMESHES) }) - 1;
    numbers.set(index, number);
    if (node.instances !== undefined)
      for (const local of instancesOf(node)) nodes.push({ ...placed, name: '', local, parent: number, ...range });
  }
  return { submeshes, ranges, nodes };
}

/** The submeshes of a node's mesh, which its first user adds to `submeshes`. */
function rangeOf(
  scene: SceneModel,
  node: NodeModel,
  binder: Binder,
  known: Map<string, SubmeshRange>,
  submeshes: PlannedSubmesh[],
): SubmeshRange {
  if (node.mesh === undefined) return NO_SUBMESHES;
  // Vertices name joints, so that a mesh is written once for each skin that it is shown with.
  const key = `${node.mesh} ${node.skin}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const firstSubmesh = submeshes.length;
  for (const primitive of primitivesOf(scene, node)) {
    const { binding, space } = binder.inPlace(node, primitive);
    submeshes.push({ primitive, binding, copies: [space], group: node.mesh });
  }
  const submeshCount = submeshes.length - firstSubmesh;
  const range = submeshCount === 0 ? NO_SUBMESHES : { firstSubmesh, submeshCount };
  known.set(key, range);
  return range;
}

function nodeAt(scene: SceneModel, index: number): NodeModel {
  const node = scene.nodes[index];
  if (node === undefined) throw new Error(`there is no node ${index}`);
  return node;
}

function primitivesOf(scene: SceneModel, node: NodeModel): readonly PrimitiveModel[] {
  return node.mesh === undefined ? [] : (scene.meshes[node.mesh]?.primitives ?? []);
}

function instancesOf({ instances }: NodeModel): readonly Matrix[] {
  if (instances === undefined) return [identity()];
  return Array.from({ length: instances.length / 16 }, (_, i) => instances.slice(i * 16, i * 16 + 16));
}
