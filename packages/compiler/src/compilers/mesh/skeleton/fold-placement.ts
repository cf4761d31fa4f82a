// What nodes that are no joints do between joints. Where that keeps shapes it is folded into the joint below; where it does not,
// the nodes become joints themselves.

import { multiplyOptional, similarityOf } from '../../../encoding/similarity.js';
import { identity, isIdentity } from '../../../model/matrix.js';
import type { Matrix, NodeModel } from '../../../model/scene.js';
import type { Similarity } from '../../../model/skeleton.js';

type Nodes = readonly Pick<NodeModel, 'parent' | 'local'>[];

/** More rounds than any file needs that means it; after them every node above a joint becomes one. */
const MOST_ROUNDS = 8;

export interface Placement {
  /** Joint nodes, those that were given first. */
  readonly nodes: ReadonlySet<number>;
  /** What lies above a joint node, up to the joint above it. */
  above(node: number): Similarity | undefined;
  /** The joint node above a joint node. */
  parent(node: number): number | undefined;
}

export function foldPlacement(nodes: Nodes, given: Iterable<number>): Placement {
  const joints = new Set(given);
  for (let round = 0; ; round++) {
    const chains = new Chains(nodes, joints);
    const unfoldable = [...joints].filter((node) => !chains.folds(node) || round >= MOST_ROUNDS);
    const more = chains.movers(unfoldable);
    if (more.size === 0)
      return {
        nodes: joints,
        above: (node) => chains.similarity(node),
        parent: (node) => chains.top(nodes[node]?.parent),
      };
    for (const node of more) joints.add(node);
  }
}

interface Link {
  /** The nearest joint node above. */
  readonly top: number | undefined;
  /** From there to here; undefined: nothing. */
  readonly matrix: Matrix | undefined;
}

/** The transforms from joint nodes down to what lies between them, each multiplied once. */
class Chains {
  readonly #nodes: Nodes;
  readonly #joints: ReadonlySet<number>;
  readonly #links = new Map<number, Link>();

  constructor(nodes: Nodes, joints: ReadonlySet<number>) {
    this.#nodes = nodes;
    this.#joints = joints;
  }

  top(node: number | undefined): number | undefined {
    return this.#to(node).top;
  }

  folds(joint: number): boolean {
    const { matrix } = this.#to(this.#nodes[joint]?.parent);
    return matrix === undefined || similarityOf(matrix) !== undefined;
  }

  similarity(joint: number): Similarity | undefined {
    const { matrix } = this.#to(this.#nodes[joint]?.parent);
    return matrix === undefined ? undefined : similarityOf(matrix);
  }

  /** The nodes above some joints, up to the next, that do something. */
  movers(joints: readonly number[]): ReadonlySet<number> {
    const found = new Set<number>();
    const passed = new Set<number>();
    for (const joint of joints)
      for (
        let up = this.#nodes[joint]?.parent;
        up !== undefined && !this.#joints.has(up) && !passed.has(up);
        up = this.#nodes[up]?.parent
      ) {
        passed.add(up);
        if (!isIdentity(this.#nodes[up]?.local ?? identity())) found.add(up);
      }
    return found;
  }

  #to(node: number | undefined): Link {
    const chain: number[] = [];
    let up = node;
    for (; up !== undefined && !this.#joints.has(up) && !this.#links.has(up); up = this.#nodes[up]?.parent)
      chain.push(up);
    let link: Link = (up === undefined ? undefined : this.#links.get(up)) ?? { top: up, matrix: undefined };
    for (const step of chain.reverse()) {
      const local = this.#nodes[step]?.local ?? identity();
      if (!isIdentity(local)) link = { top: link.top, matrix: multiplyOptional(link.matrix, local) };
      this.#links.set(step, link);
    }
    return link;
  }
}
