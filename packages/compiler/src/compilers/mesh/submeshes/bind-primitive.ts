// Determines how the vertices of a primitive follow the skeleton of their file, and the space in which they are stored.

import { identity, invertAffine, multiply } from '../../../model/math/matrix.js';
import type { Matrix, NodeModel, PrimitiveModel, SkinModel } from '../../../model/scene/scene.js';
import type { SkeletonModel } from '../../../model/scene/skeleton.js';
import type { WorldMatrices } from '../scene/world-matrices.js';
import { isMirror } from '../vertices/transform-rows.js';

/** `none` in files without a skeleton. */
export type Binding =
  | { readonly is: 'none' }
  /** Joints of the vertices are those of the skin; `jointMap` maps them to joints of the skeleton. */
  | { readonly is: 'skinned'; readonly jointMap: Uint16Array }
  | { readonly is: 'rigid'; readonly joint: number };

interface BoundPrimitive {
  readonly binding: Binding;
  /** From the primitive's own space to the stored one. */
  readonly space: Matrix;
}

interface NearestJoint {
  readonly joint: number;
  /** From the node to the joint. */
  readonly relative: Matrix;
}

type Nodes = readonly Pick<NodeModel, 'parent' | 'local'>[];
type Skins = readonly Pick<SkinModel, 'space'>[];

export class Binder {
  readonly #nodes: Nodes;
  readonly #worlds: WorldMatrices;
  readonly #skeleton: SkeletonModel | undefined;
  readonly #skins: Skins;
  /** For nodes that are not joints themselves. */
  readonly #nearestJoints = new Map<number, NearestJoint | undefined>();

  constructor(nodes: Nodes, worlds: WorldMatrices, skeleton: SkeletonModel | undefined, skins: Skins) {
    this.#nodes = nodes;
    this.#worlds = worlds;
    this.#skeleton = skeleton;
    this.#skins = skins;
  }

  /** For merging: the node's transform is part of the space, unless a skin transforms the vertices. */
  bindMerged(index: number, node: Pick<NodeModel, 'skin'>, primitive: Pick<PrimitiveModel, 'joints'>): BoundPrimitive {
    const skeleton = this.#skeleton;
    const space = this.#skinSpace(node, primitive);
    if (skeleton === undefined) return { binding: { is: 'none' }, space: space ?? this.#worlds.of(index) };
    const jointMap = jointMapFor(skeleton, node, primitive);
    if (jointMap !== undefined) return { binding: { is: 'skinned', jointMap }, space: space ?? identity() };
    const near = this.#nearestJoint(index, skeleton);
    const joint = near?.joint ?? staticJointOf(skeleton);
    return { binding: { is: 'rigid', joint }, space: this.#spaceOf(index, near, skeleton) };
  }

  /** Without merging: geometry stays in its own space and the node transforms it. */
  bindInPlace(node: Pick<NodeModel, 'skin'>, primitive: Pick<PrimitiveModel, 'joints'>): BoundPrimitive {
    const skeleton = this.#skeleton;
    const space = this.#skinSpace(node, primitive) ?? identity();
    // The node, which places it here, mirrors it as well.
    if (skeleton === undefined) return { binding: { is: 'none' }, space: isMirror(space) ? identity() : space };
    const jointMap = jointMapFor(skeleton, node, primitive);
    if (jointMap !== undefined) return { binding: { is: 'skinned', jointMap }, space };
    return { binding: { is: 'rigid', joint: staticJointOf(skeleton) }, space: identity() };
  }

  /** The space of a skin, if its vertices are stored in another than the source's. */
  #skinSpace({ skin }: Pick<NodeModel, 'skin'>, { joints }: Pick<PrimitiveModel, 'joints'>): Matrix | undefined {
    return skin === undefined || joints === undefined ? undefined : this.#skins[skin]?.space;
  }

  #spaceOf(index: number, near: NearestJoint | undefined, { joints }: SkeletonModel): Matrix {
    const joint = near === undefined ? undefined : joints[near.joint];
    if (near === undefined || joint === undefined || joint.vertexSpace === 'rest') return this.#worlds.of(index);
    if (joint.vertexSpace === 'node') return near.relative;
    return multiply(invertAffine(Float64Array.from(joint.inverseBind)) ?? identity(), near.relative);
  }

  /** The nearest joint at or above a node, and the node's transform relative to it. Each node is visited once. */
  #nearestJoint(index: number, { ofNode }: SkeletonModel): NearestJoint | undefined {
    const chain: number[] = [];
    let up: number | undefined = index;
    for (; up !== undefined && !this.#nearestJoints.has(up) && !ofNode.has(up); up = this.#nodes[up]?.parent)
      chain.push(up);
    const joint = up === undefined ? undefined : ofNode.get(up)?.[0];
    let near = joint === undefined ? this.#nearestJoints.get(up ?? -1) : { joint, relative: identity() };
    for (const step of chain.reverse()) {
      const local = this.#nodes[step]?.local ?? identity();
      near = near === undefined ? undefined : { joint: near.joint, relative: multiply(near.relative, local) };
      this.#nearestJoints.set(step, near);
    }
    return near;
  }
}

const jointMapFor = (
  { jointMaps }: SkeletonModel,
  { skin }: Pick<NodeModel, 'skin'>,
  { joints }: Pick<PrimitiveModel, 'joints'>,
): Uint16Array | undefined => (skin === undefined || joints === undefined ? undefined : jointMaps[skin]);

function staticJointOf({ staticJoint }: SkeletonModel): number {
  if (staticJoint === undefined) throw new Error('the skeleton has no static joint');
  return staticJoint;
}
