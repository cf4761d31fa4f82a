// Which nodes show which level of detail, and, if nodes are not merged, which node of the finest level a coarser one belongs to.

import { identity, invertAffine, multiply } from '../../../model/math/matrix.js';
import type { LodGroupModel, Matrix } from '../../../model/scene/scene.js';
import type { WorldMatrices } from '../scene/world-matrices.js';

/** The place of a submesh among the levels of detail of the source. */
export interface LodPlace {
  /** Into the groups of the scene. */
  readonly group: number;
  /** 0 is the finest. */
  readonly level: number;
  /** Submeshes of one group and one part are in the same space, and change their level together. */
  readonly part: number;
}

/** A coarser node, and its transform relative to the node that it belongs to. */
interface CoarseNode {
  readonly node: number;
  readonly level: number;
  readonly relative: Matrix;
}

interface NodePlace extends Omit<LodPlace, 'part'> {
  /** In its level. */
  readonly position: number;
}

export class LevelNodes {
  readonly #groups: readonly LodGroupModel[];
  readonly #worlds: WorldMatrices;
  readonly #places = new Map<number, NodePlace>();

  constructor(groups: readonly LodGroupModel[], worlds: WorldMatrices) {
    this.#groups = groups;
    this.#worlds = worlds;
    for (const [group, { levels }] of groups.entries())
      for (const [level, nodes] of levels.entries())
        for (const [position, node] of nodes.entries()) this.#places.set(node, { group, level, position });
  }

  /** Nothing for a node outside of all groups. */
  placeOf(node: number, part: number): { readonly lod?: LodPlace } {
    const place = this.#places.get(node);
    return place === undefined ? {} : { lod: { group: place.group, level: place.level, part } };
  }

  isCoarse(node: number): boolean {
    return (this.#places.get(node)?.level ?? 0) > 0;
  }

  /** The coarser nodes that replace a node of the finest level: those at its position in their level. The last one has the rest. */
  coarseNodesOf(node: number): readonly CoarseNode[] {
    const { group = -1, level = 0, position = 0 } = this.#places.get(node) ?? {};
    const [finest = [], ...coarse] = level > 0 ? [] : (this.#groups[group]?.levels ?? []);
    const end = position === finest.length - 1 ? undefined : position + 1;
    return coarse.flatMap((nodes, i) =>
      nodes.slice(position, end).map((each) => ({ node: each, level: i + 1, relative: this.#relative(node, each) })),
    );
  }

  /** Exactly the identity for nodes in the same place, so that copies of a group share their vertices. */
  #relative(from: number, to: number): Matrix {
    const [a, b] = [this.#worlds.of(from), this.#worlds.of(to)];
    if (a.every((value, i) => value === b[i])) return identity();
    const back = invertAffine(a);
    return back === undefined ? identity() : multiply(back, b);
  }
}
