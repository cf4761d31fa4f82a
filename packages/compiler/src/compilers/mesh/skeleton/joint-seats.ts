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

  /** Where the joints of a skin are. */
  takeSkin({ joints, inverseBinds }: Pick<SkinModel, 'joints' | 'inverseBinds'>, skin: number): Uint32Array {
    return Uint32Array.from(joints, (node, i) => this.#take(node, inverseBinds.subarray(i * 16, i * 16 + 16), skin));
  }

  #take(node: number, inverseBind: Float32Array, skin: number): number {
    const known = this.of(node).find((seat) => equal(this.list[seat]?.inverseBind, inverseBind));
    if (known !== undefined) return known;
    const seat = this.list.push({ node, inverseBind, skin }) - 1;
    this.#ofNode.set(node, [...this.of(node), seat]);
    return seat;
  }
}

const equal = (a: Float32Array | undefined, b: Float32Array): boolean =>
  a?.every((v, i) => Object.is(v, b[i])) === true;
