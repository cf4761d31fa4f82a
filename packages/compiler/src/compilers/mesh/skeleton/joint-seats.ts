// One joint for each pair of node and inverse bind matrix: skins that share a node share its joint where they bind it alike.

import type { SkinModel } from '../../../model/scene.js';

interface Seat {
  readonly node: number;
  readonly inverseBind: Float32Array;
  /** The first skin that uses it: its joints are looked for first among parents. */
  readonly skin: number;
}

export class JointSeats {
  readonly list: Seat[] = [];
  readonly #ofNode = new Map<number, number[]>();
  /** By node and matrix. */
  readonly #known = new Map<string, number>();
  /** By skin and node. */
  readonly #inSkin = new Map<string, number>();

  get nodes(): Iterable<number> {
    return this.#ofNode.keys();
  }

  has(node: number): boolean {
    return this.#ofNode.has(node);
  }

  /** In the order in which they were taken. */
  of(node: number): readonly number[] {
    return this.#ofNode.get(node) ?? [];
  }

  /** The joint of a node that a skin was the first to use. */
  inSkin(skin: number, node: number): number | undefined {
    return this.#inSkin.get(`${skin} ${node}`);
  }

  /** Where the joints of a skin are. */
  takeSkin({ joints, inverseBinds }: Pick<SkinModel, 'joints' | 'inverseBinds'>, skin: number): Uint32Array {
    return Uint32Array.from(joints, (node, i) => this.#take(node, inverseBinds.subarray(i * 16, i * 16 + 16), skin));
  }

  #take(node: number, inverseBind: Float32Array, skin: number): number {
    const key = `${node} ${inverseBind.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const seat = this.list.push({ node, inverseBind, skin }) - 1;
    this.#known.set(key, seat);
    this.#inSkin.set(`${skin} ${node}`, seat);
    const others = this.#ofNode.get(node);
    if (others === undefined) this.#ofNode.set(node, [seat]);
    else others.push(seat);
    return seat;
  }
}
