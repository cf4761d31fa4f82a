// Which submeshes a scene becomes, in order, and where each copy of its geometry goes. Pure bookkeeping: no vertex is read.

import type { Place } from '../../diagnostics/diagnostic.js';
import { identity, multiply } from '../../model/matrix.js';
import type { Matrix, NodeModel, PrimitiveModel, SceneModel } from '../../model/scene.js';
import type { SkeletonModel } from '../../model/skeleton.js';
import { walkNodes } from '../../model/walk-nodes.js';
import { Binder, type Binding } from './bind-primitive.js';
import { meshSettings } from './settings.js';
import { WorldMatrices } from './world-matrices.js';

export interface PlanOptions {
  /** Bake node transforms into the vertices; else each mesh is kept once and nodes place it. */
  readonly merge?: boolean;
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

interface SubmeshPlan {
  readonly submeshes: readonly PlannedSubmesh[];
  /** Only without merging. */
  readonly nodes: readonly PlannedNode[] | undefined;
}

export function planSubmeshes(scene: SceneModel, options: PlanOptions = {}): SubmeshPlan {
  const { merge, skeleton } = { ...PLAN_DEFAULTS, ...options };
  const binder = new Binder(scene.nodes, new WorldMatrices(scene.nodes), skeleton);
  return merge ? planMerged(scene, binder) : planSeparate(scene, binder);
}

/** One submesh for each primitive of each node, all in one space. */
function planMerged(scene: SceneModel, binder: Binder): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const node = nodeAt(scene, index);
    for (const primitive of primitivesOf(scene, node)) {
      const { binding, space } = binder.baked(index, node, primitive);
      const copies =
        binding.is === 'skinned' ? [space] : instancesOf(node).map((instance) => multiply(space, instance));
      submeshes.push({ primitive, binding, copies, group: 0 });
    }
  }
  return { submeshes, nodes: undefined };
}

interface Range {
  readonly firstSubmesh: number;
  readonly submeshCount: number;
}

const NO_SUBMESHES: Range = { firstSubmesh: 0, submeshCount: 0 };

/** Each mesh once, in order of first use; nodes say where. Instances become children of their node. */
function planSeparate(scene: SceneModel, binder: Binder): SubmeshPlan {
  const submeshes: PlannedSubmesh[] = [];
  const nodes: PlannedNode[] = [];
  const numbers = new Map<number, number>();
  const ranges = new Map<string, Range>();
  for (const index of walkNodes(scene.nodes, scene.roots)) {
    const node = nodeAt(scene, index);
    const range = rangeOf(scene, node, binder, ranges, submeshes);
    const parent = node.parent === undefined ? -1 : (numbers.get(node.parent) ?? -1);
    const placed = { name: node.name, local: node.local, parent, origin: node.origin };
    const number = nodes.push({ ...placed, ...(node.instances === undefined ? range : NO_SUBMESHES) }) - 1;
    numbers.set(index, number);
    if (node.instances !== undefined)
      for (const local of instancesOf(node)) nodes.push({ ...placed, name: '', local, parent: number, ...range });
  }
  return { submeshes, nodes };
}

/** The submeshes of a node's mesh, which its first user adds to `submeshes`. */
function rangeOf(
  scene: SceneModel,
  node: NodeModel,
  binder: Binder,
  ranges: Map<string, Range>,
  submeshes: PlannedSubmesh[],
): Range {
  if (node.mesh === undefined) return NO_SUBMESHES;
  // Vertices name joints, so that a mesh is written once for each skin that it is shown with.
  const key = `${node.mesh} ${node.skin}`;
  const known = ranges.get(key);
  if (known !== undefined) return known;
  const firstSubmesh = submeshes.length;
  for (const primitive of primitivesOf(scene, node)) {
    const { binding, space } = binder.inPlace(node, primitive);
    submeshes.push({ primitive, binding, copies: [space], group: node.mesh });
  }
  const submeshCount = submeshes.length - firstSubmesh;
  const range = submeshCount === 0 ? NO_SUBMESHES : { firstSubmesh, submeshCount };
  ranges.set(key, range);
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
