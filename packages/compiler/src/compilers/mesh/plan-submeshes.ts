// Which submeshes a scene becomes, in order, and where each copy of its geometry goes. Pure bookkeeping: no vertex is read.

import type { Place } from '../../diagnostics/diagnostic.js';
import { identity, invertAffine, isIdentity, multiply } from '../../model/matrix.js';
import type { Matrix, NodeModel, PrimitiveModel, SceneModel, SkinModel } from '../../model/scene.js';

export interface PlannedSubmesh {
  readonly primitive: PrimitiveModel;
  /** Where copies of the geometry go; one identity matrix keeps the source's own space. */
  readonly copies: readonly Matrix[];
  readonly binding: Binding;
  /** Submeshes of one group share a space: where they touch, they must go on touching in every level of detail. */
  readonly group: number;
}

/** How vertices follow the first skin; `none` in files without one. `posed`: frozen by another skin, then rigid. */
export type Binding =
  | { readonly is: 'none' }
  | { readonly is: 'skinned' }
  | { readonly is: 'rigid'; readonly joint: number }
  | { readonly is: 'posed'; readonly jointMatrices: readonly Matrix[]; readonly joint: number };

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

export interface SubmeshPlan {
  readonly submeshes: readonly PlannedSubmesh[];
  /** Only without merging. */
  readonly nodes: readonly PlannedNode[] | undefined;
}

export type PlanWarning = (code: 'mesh/second-skin' | 'mesh/unbound-static', where: Place, message: string) => void;

export function planSubmeshes(scene: SceneModel, merge: boolean, warn: PlanWarning): SubmeshPlan {
  return new Planner(scene, warn).plan(merge);
}

/** Rest and bind pose of files that mean them to be equal differ by rounding only. */
const SAME_POSE = 1e-4;

class Planner {
  readonly #scene: SceneModel;
  readonly #warn: PlanWarning;
  readonly #worlds = new Map<number, Matrix>();
  readonly #skin: SkinModel | undefined;
  readonly #seats: ReadonlyMap<number, number>;
  readonly #submeshes: PlannedSubmesh[] = [];

  constructor(scene: SceneModel, warn: PlanWarning) {
    this.#scene = scene;
    this.#warn = warn;
    this.#skin = scene.skins[0];
    this.#seats = new Map(this.#skin?.joints.map((joint, i) => [joint, i]));
  }

  plan(merge: boolean): SubmeshPlan {
    const order = this.#visit();
    if (!merge) return { nodes: this.#separate(order), submeshes: this.#submeshes };
    for (const { index, node } of order)
      for (const primitive of this.#primitives(node)) this.#merged(index, node, primitive);
    return { submeshes: this.#submeshes, nodes: undefined };
  }

  /** Pre-order, children in array order; an explicit stack, because files nest as deep as they like. */
  #visit(): { readonly index: number; readonly node: NodeModel }[] {
    const order: { index: number; node: NodeModel }[] = [];
    const open = [...this.#scene.roots].reverse();
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const node = this.#scene.nodes[index];
      if (node === undefined) throw new Error(`there is no node ${index}`);
      order.push({ index, node });
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] ?? 0);
    }
    return order;
  }

  #primitives(node: NodeModel): readonly PrimitiveModel[] {
    return node.mesh === undefined ? [] : (this.#scene.meshes[node.mesh]?.primitives ?? []);
  }

  #merged(index: number, node: NodeModel, primitive: PrimitiveModel): void {
    const { binding, space } = this.#bind(index, node, primitive);
    const copies =
      binding.is === 'skinned' || binding.is === 'posed'
        ? [space]
        : instancesOf(node).map((instance) => multiply(space, instance));
    this.#submeshes.push({ primitive, binding, copies, group: 0 });
  }

  /** How a primitive follows the skin, and the matrix from its own (or, if posed, world) space to where it is stored. */
  #bind(index: number, node: NodeModel, primitive: PrimitiveModel): { binding: Binding; space: Matrix } {
    const skin = this.#skin;
    const world = this.#world(index);
    if (skin === undefined) return { binding: { is: 'none' }, space: world };
    if (node.skin === 0 && primitive.joints !== undefined) return { binding: { is: 'skinned' }, space: identity() };
    if (node.skin !== undefined && node.skin > 0 && primitive.joints !== undefined) {
      this.#warn(
        'mesh/second-skin',
        node.origin,
        'only the first skin is exported; meshes of other skins are frozen in their bind pose and follow joint 0',
      );
      return {
        binding: { is: 'posed', jointMatrices: this.#jointMatrices(node.skin), joint: 0 },
        space: this.#toJointZero(skin),
      };
    }
    const near = this.#nearestJoint(index);
    if (near === undefined) {
      this.#warn(
        'mesh/unbound-static',
        node.origin,
        'the file has a skin, but no joint is above this mesh; it is bound rigidly to joint 0',
      );
      return { binding: { is: 'rigid', joint: 0 }, space: multiply(this.#toJointZero(skin), world) };
    }
    const bind = invertAffine(inverseBind(skin, near.joint)) ?? identity();
    return { binding: { is: 'rigid', joint: near.joint }, space: multiply(bind, near.relative) };
  }

  /** The nearest joint at or above a node, and the node's transform relative to it. */
  #nearestJoint(index: number): { readonly joint: number; readonly relative: Matrix } | undefined {
    let relative = identity();
    for (let up: number | undefined = index; up !== undefined; up = this.#scene.nodes[up]?.parent) {
      const joint = this.#seats.get(up);
      if (joint !== undefined) return { joint, relative };
      const node = this.#scene.nodes[up];
      if (node !== undefined) relative = multiply(node.local, relative);
    }
    return undefined;
  }

  /** From world space to where joint 0, in its rest pose, puts things back: the identity where bind and rest pose agree. */
  #toJointZero(skin: SkinModel): Matrix {
    const pose = multiply(this.#world(skin.joints[0] ?? 0), inverseBind(skin, 0));
    return isIdentity(pose, SAME_POSE) ? identity() : (invertAffine(pose) ?? identity());
  }

  #jointMatrices(index: number): readonly Matrix[] {
    const skin = this.#scene.skins[index];
    return skin?.joints.map((joint, i) => multiply(this.#world(joint), inverseBind(skin, i))) ?? [];
  }

  #world(index: number): Matrix {
    const chain: number[] = [];
    let up: number | undefined = index;
    while (up !== undefined && !this.#worlds.has(up)) {
      chain.push(up);
      up = this.#scene.nodes[up]?.parent;
    }
    let world = (up === undefined ? undefined : this.#worlds.get(up)) ?? identity();
    for (const step of chain.reverse()) {
      world = multiply(world, this.#scene.nodes[step]?.local ?? identity());
      this.#worlds.set(step, world);
    }
    return world;
  }

  /** Each mesh once, in order of first use; nodes say where. Instances become children of their node. */
  #separate(order: readonly { readonly index: number; readonly node: NodeModel }[]): readonly PlannedNode[] {
    const ranges = new Map<number, { firstSubmesh: number; submeshCount: number }>();
    const numbers = new Map<number, number>();
    const nodes: PlannedNode[] = [];
    for (const { index, node } of order) {
      numbers.set(index, nodes.length);
      const parent = node.parent === undefined ? -1 : (numbers.get(node.parent) ?? -1);
      const range = this.#range(ranges, index, node);
      const placed = { name: node.name, local: node.local, parent, origin: node.origin };
      if (node.instances === undefined) {
        nodes.push({ ...placed, ...range });
        continue;
      }
      nodes.push({ ...placed, firstSubmesh: 0, submeshCount: 0 });
      const own = nodes.length - 1;
      for (const local of instancesOf(node)) nodes.push({ ...placed, name: '', local, parent: own, ...range });
    }
    return nodes;
  }

  #range(
    ranges: Map<number, { firstSubmesh: number; submeshCount: number }>,
    index: number,
    node: NodeModel,
  ): { readonly firstSubmesh: number; readonly submeshCount: number } {
    const none = { firstSubmesh: 0, submeshCount: 0 };
    if (node.mesh === undefined) return none;
    const known = ranges.get(node.mesh);
    if (known !== undefined) return known;
    const firstSubmesh = this.#submeshes.length;
    for (const primitive of this.#primitives(node)) {
      const { binding, space } = this.#bindInPlace(index, node, primitive);
      this.#submeshes.push({ primitive, binding, copies: [space], group: node.mesh });
    }
    const submeshCount = this.#submeshes.length - firstSubmesh;
    const range = submeshCount === 0 ? none : { firstSubmesh, submeshCount };
    ranges.set(node.mesh, range);
    return range;
  }

  /** Without merging, geometry stays in its own space and the node places it; a posed primitive is brought back into it. */
  #bindInPlace(index: number, node: NodeModel, primitive: PrimitiveModel): { binding: Binding; space: Matrix } {
    if (this.#skin === undefined) return { binding: { is: 'none' }, space: identity() };
    if (primitive.joints !== undefined && node.skin !== undefined) {
      const { binding } = this.#bind(index, node, primitive);
      const space = binding.is === 'posed' ? (invertAffine(this.#world(index)) ?? identity()) : identity();
      return { binding, space };
    }
    return { binding: { is: 'rigid', joint: this.#nearestJoint(index)?.joint ?? 0 }, space: identity() };
  }
}

function instancesOf(node: NodeModel): readonly Matrix[] {
  const { instances } = node;
  if (instances === undefined) return [identity()];
  return Array.from({ length: instances.length / 16 }, (_, i) => instances.slice(i * 16, i * 16 + 16));
}

function inverseBind(skin: SkinModel, joint: number): Matrix {
  return Float64Array.from(skin.inverseBinds.subarray(joint * 16, joint * 16 + 16));
}
