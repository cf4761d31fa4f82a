// World transforms of nodes, each multiplied once and cached.

import { identity, multiply } from '../../../model/math/matrix.js';
import type { Matrix, NodeModel } from '../../../model/scene/scene.js';

export class WorldMatrices {
  readonly #nodes: readonly Pick<NodeModel, 'parent' | 'local'>[];
  readonly #cache = new Map<number, Matrix>();

  constructor(nodes: readonly Pick<NodeModel, 'parent' | 'local'>[]) {
    this.#nodes = nodes;
  }

  /** The result is shared: do not modify it. Uses a loop, because files may nest arbitrarily deep. */
  of(index: number): Matrix {
    const chain: number[] = [];
    let up: number | undefined = index;
    while (up !== undefined && !this.#cache.has(up)) {
      chain.push(up);
      up = this.#nodes[up]?.parent;
    }
    let world = (up === undefined ? undefined : this.#cache.get(up)) ?? identity();
    for (const step of chain.reverse()) {
      world = multiply(world, this.#nodes[step]?.local ?? identity());
      this.#cache.set(step, world);
    }
    return world;
  }
}
