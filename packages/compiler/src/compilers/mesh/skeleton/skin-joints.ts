// Assigns one joint per pair of node and inverse bind matrix: skins share a node's joint if they bind it alike.

import type { SkinModel } from '../../../model/scene/scene.js';

interface SkinJoint {
  readonly node: number;
  readonly inverseBind: Float32Array;
  /** The first skin that uses it, whose joints are preferred as parents. */
  readonly skin: number;
}

export class SkinJoints {
  readonly list: SkinJoint[] = [];
  readonly #ofNode = new Map<number, number[]>();
  /** By node and matrix. */
  readonly #byNodeAndMatrix = new Map<string, number>();
  /** By skin and node. */
  readonly #inSkin = new Map<string, number>();

  get nodes(): Iterable<number> {
    return this.#ofNode.keys();
  }

  has(node: number): boolean {
    return this.#ofNode.has(node);
  }

  /** In the order of their creation. */
  of(node: number): readonly number[] {
    return this.#ofNode.get(node) ?? [];
  }

  /** The joint of a node that a skin was the first to use. */
  inSkin(skin: number, node: number): number | undefined {
    return this.#inSkin.get(`${skin} ${node}`);
  }

  /** Adds the joints of a skin; returns their numbers. */
  addSkin({ joints, inverseBinds }: Pick<SkinModel, 'joints' | 'inverseBinds'>, skin: number): Uint32Array {
    return Uint32Array.from(joints, (node, i) => this.#add(node, inverseBinds.subarray(i * 16, i * 16 + 16), skin));
  }

  #add(node: number, inverseBind: Float32Array, skin: number): number {
    const key = `${node} ${inverseBind.join()}`;
    const existing = this.#byNodeAndMatrix.get(key);
    if (existing !== undefined) return existing;
    const joint = this.list.push({ node, inverseBind, skin }) - 1;
    this.#byNodeAndMatrix.set(key, joint);
    this.#inSkin.set(`${skin} ${node}`, joint);
    const others = this.#ofNode.get(node);
    if (others === undefined) this.#ofNode.set(node, [joint]);
    else others.push(joint);
    return joint;
  }
}
