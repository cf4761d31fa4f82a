// Handles nodes between joints that are not joints themselves. Their transform is folded into the joint below if it is a similarity;
// otherwise the nodes become joints.

import { multiplyOptional, similarityOf } from '../../../encoding/texture/similarity.js';
import { identity, isIdentity } from '../../../model/math/matrix.js';
import type { Matrix, NodeModel } from '../../../model/scene/scene.js';
import type { Similarity } from '../../../model/scene/skeleton.js';

type Nodes = readonly Pick<NodeModel, 'parent' | 'local'>[];

/** More rounds than any real file needs; after them, every node above a joint becomes one. */
const MAX_ROUNDS = 8;

export interface FoldedNodes {
  /** Joint nodes, the given ones first. */
  readonly nodes: ReadonlySet<number>;
  /** The transform above a joint node, up to the joint above it. */
  above(node: number): Similarity | undefined;
  /** The joint node above a joint node. */
  parent(node: number): number | undefined;
}

export function foldNodes(nodes: Nodes, jointNodes: Iterable<number>): FoldedNodes {
  const joints = new Set(jointNodes);
  for (let round = 0; ; round++) {
    const chains = new Chains(nodes, joints);
    const unfoldable = [...joints].filter((node) => !chains.canFold(node) || round >= MAX_ROUNDS);
    const more = chains.nonIdentityAbove(unfoldable);
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
  /** The transform from there; undefined for the identity. */
  readonly matrix: Matrix | undefined;
}

/** The transforms from joint nodes to the nodes between them, each multiplied once. */
class Chains {
  readonly #nodes: Nodes;
  readonly #joints: ReadonlySet<number>;
  readonly #links = new Map<number, Link>();

  constructor(nodes: Nodes, joints: ReadonlySet<number>) {
    this.#nodes = nodes;
    this.#joints = joints;
  }

  top(node: number | undefined): number | undefined {
    return this.#linkTo(node).top;
  }

  canFold(joint: number): boolean {
    const { matrix } = this.#linkTo(this.#nodes[joint]?.parent);
    return matrix === undefined || similarityOf(matrix) !== undefined;
  }

  similarity(joint: number): Similarity | undefined {
    const { matrix } = this.#linkTo(this.#nodes[joint]?.parent);
    return matrix === undefined ? undefined : similarityOf(matrix);
  }

  /** The nodes above some joints, up to the next joint, whose transform is not the identity. */
  nonIdentityAbove(joints: readonly number[]): ReadonlySet<number> {
    const found = new Set<number>();
    const visited = new Set<number>();
    for (const joint of joints)
      for (
        let up = this.#nodes[joint]?.parent;
        up !== undefined && !this.#joints.has(up) && !visited.has(up);
        up = this.#nodes[up]?.parent
      ) {
        visited.add(up);
        if (!isIdentity(this.#nodes[up]?.local ?? identity())) found.add(up);
      }
    return found;
  }

  #linkTo(node: number | undefined): Link {
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
