// How the vertices of a primitive follow the first skin of their file, and the space in which they are stored for that.

import type { Place } from '../../diagnostics/diagnostic.js';
import { identity, invertAffine, isIdentity, multiply } from '../../model/matrix.js';
import type { Matrix, NodeModel, PrimitiveModel, SceneModel, SkinModel } from '../../model/scene.js';
import type { WorldMatrices } from './world-matrices.js';

/** `none` in files without a skin. `posed`: frozen by another skin, then rigid. */
export type Binding =
  | { readonly is: 'none' }
  | { readonly is: 'skinned' }
  | { readonly is: 'rigid'; readonly joint: number }
  | { readonly is: 'posed'; readonly jointMatrices: readonly Matrix[]; readonly joint: number };

interface Bound {
  readonly binding: Binding;
  /** From the primitive's own space (world space, if posed) to where it is stored. */
  readonly space: Matrix;
}

interface NearJoint {
  readonly joint: number;
  /** From the node to the joint. */
  readonly relative: Matrix;
}

export type BindWarning = (code: 'mesh/second-skin' | 'mesh/unbound-static', where: Place, message: string) => void;

/** Rest and bind pose of files that mean them to be equal differ by rounding only. */
const SAME_POSE = 1e-4;

export class Binder {
  readonly #scene: Pick<SceneModel, 'nodes' | 'skins'>;
  readonly #worlds: WorldMatrices;
  readonly #warn: BindWarning;
  readonly #skin: SkinModel | undefined;
  /** Node → joint of the first skin. */
  readonly #seats: ReadonlyMap<number, number>;
  /** Nodes that are no joints themselves. */
  readonly #near = new Map<number, NearJoint | undefined>();
  /** Joint matrices of further skins. */
  readonly #poses = new Map<number, readonly Matrix[]>();

  constructor(scene: Pick<SceneModel, 'nodes' | 'skins'>, worlds: WorldMatrices, warn: BindWarning) {
    this.#scene = scene;
    this.#worlds = worlds;
    this.#warn = warn;
    this.#skin = scene.skins[0];
    this.#seats = new Map(this.#skin?.joints.map((joint, i) => [joint, i]));
  }

  /** For merging: the node's transform is part of the space, unless the skin places the vertices. */
  baked(index: number, node: NodeModel, primitive: PrimitiveModel): Bound {
    const skin = this.#skin;
    if (skin === undefined) return { binding: { is: 'none' }, space: this.#worlds.of(index) };
    if (primitive.joints !== undefined && node.skin !== undefined) return this.#deformed(skin, node.skin, node.origin);
    const near = this.#nearestJoint(index);
    if (near === undefined) {
      this.#warn(
        'mesh/unbound-static',
        node.origin,
        'the file has a skin, but no joint is above this mesh; it is bound rigidly to joint 0',
      );
      const space = multiply(this.#toJointZero(skin), this.#worlds.of(index));
      return { binding: { is: 'rigid', joint: 0 }, space };
    }
    const bind = invertAffine(inverseBind(skin, near.joint)) ?? identity();
    return { binding: { is: 'rigid', joint: near.joint }, space: multiply(bind, near.relative) };
  }

  /** Without merging: geometry stays in its own space and the node places it; what is posed is brought back into it. */
  inPlace(index: number, node: NodeModel, primitive: PrimitiveModel): Bound {
    const skin = this.#skin;
    if (skin === undefined) return { binding: { is: 'none' }, space: identity() };
    if (primitive.joints !== undefined && node.skin !== undefined) {
      const { binding } = this.#deformed(skin, node.skin, node.origin);
      const space = binding.is === 'posed' ? (invertAffine(this.#worlds.of(index)) ?? identity()) : identity();
      return { binding, space };
    }
    return { binding: { is: 'rigid', joint: this.#nearestJoint(index)?.joint ?? 0 }, space: identity() };
  }

  #deformed(skin: SkinModel, index: number, where: Place): Bound {
    if (index === 0) return { binding: { is: 'skinned' }, space: identity() };
    this.#warn(
      'mesh/second-skin',
      where,
      'only the first skin is exported; meshes of other skins are frozen in their bind pose and follow joint 0',
    );
    return {
      binding: { is: 'posed', jointMatrices: this.#jointMatrices(index), joint: 0 },
      space: this.#toJointZero(skin),
    };
  }

  /** The nearest joint at or above a node, and the node's transform relative to it. Each node is looked at once. */
  #nearestJoint(index: number): NearJoint | undefined {
    const chain: number[] = [];
    let up: number | undefined = index;
    for (; up !== undefined && !this.#near.has(up) && !this.#seats.has(up); up = this.#scene.nodes[up]?.parent)
      chain.push(up);
    const joint = up === undefined ? undefined : this.#seats.get(up);
    let near = joint === undefined ? this.#near.get(up ?? -1) : { joint, relative: identity() };
    for (const step of chain.reverse()) {
      const local = this.#scene.nodes[step]?.local ?? identity();
      near = near === undefined ? undefined : { joint: near.joint, relative: multiply(near.relative, local) };
      this.#near.set(step, near);
    }
    return near;
  }

  /** From world space to where joint 0, in its rest pose, puts things back: the identity where bind and rest pose agree. */
  #toJointZero(skin: SkinModel): Matrix {
    const pose = multiply(this.#worlds.of(skin.joints[0] ?? 0), inverseBind(skin, 0));
    return isIdentity(pose, SAME_POSE) ? identity() : (invertAffine(pose) ?? identity());
  }

  #jointMatrices(index: number): readonly Matrix[] {
    const known = this.#poses.get(index);
    if (known !== undefined) return known;
    const skin = this.#scene.skins[index];
    const pose = skin?.joints.map((joint, i) => multiply(this.#worlds.of(joint), inverseBind(skin, i))) ?? [];
    this.#poses.set(index, pose);
    return pose;
  }
}

function inverseBind(skin: SkinModel, joint: number): Matrix {
  return Float64Array.from(skin.inverseBinds.subarray(joint * 16, joint * 16 + 16));
}
