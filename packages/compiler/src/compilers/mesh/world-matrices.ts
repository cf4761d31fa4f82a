// World transforms of nodes, each multiplied once however many nodes share its ancestors.

import { identity, multiply } from '../../model/matrix.js';
import type { Matrix, NodeModel } from '../../model/scene.js';

export class WorldMatrices {
  readonly #nodes: readonly Pick<NodeModel, 'parent' | 'local'>[];
  readonly #known = new Map<number, Matrix>();

  constructor(nodes: readonly Pick<NodeModel, 'parent' | 'local'>[]) {
    this.#nodes = nodes;
  }

  /** Shared: do not write to it. Climbs by a loop, because files nest as deep as they like. */
  of(index: number): Matrix {
    const chain: number[] = [];
    let up: number | undefined = index;
    while (up !== undefined && !this.#known.has(up)) {
      chain.push(up);
      up = this.#nodes[up]?.parent;
    }
    let world = (up === undefined ? undefined : this.#known.get(up)) ?? identity();
    for (const step of chain.reverse()) {
      world = multiply(world, this.#nodes[step]?.local ?? identity());
      this.#known.set(step, world);
    }
    return world;
  }
}
