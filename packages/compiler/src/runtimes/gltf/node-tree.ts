// The nodes of the file and their hierarchy.

import type { GlbBuilder } from './glb-builder.js';
import { type GltfNode, shortFloats } from './gltf-json.js';

export class NodeTree {
  readonly #nodes: GltfNode[];
  readonly #parents: (number | undefined)[] = [];

  constructor(builder: GlbBuilder) {
    this.#nodes = builder.lists.nodes;
  }

  add(node: GltfNode, parent?: number): number {
    this.#parents.push(parent);
    return this.#nodes.push(node) - 1;
  }

  at(index: number): GltfNode {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  place(index: number, parent: number | undefined): void {
    this.#parents[index] = parent;
  }

  rootOf(index: number): number {
    let at = index;
    for (let up = this.#parents[at]; up !== undefined; up = this.#parents[at]) at = up;
    return at;
  }

  /** Writes the children of every node; returns the roots. */
  finish(): readonly number[] {
    const roots: number[] = [];
    for (const [index, parent] of this.#parents.entries()) {
      if (parent === undefined) {
        roots.push(index);
        continue;
      }
      const node = this.at(parent);
      node.children ??= [];
      node.children.push(index);
    }
    return roots;
  }
}

interface Pose {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** Identity parts are omitted. */
export function poseOf({ translation, rotation, scale }: Pose): GltfNode {
  const isTurned = rotation.some((value, i) => value !== (i === 3 ? 1 : 0));
  return {
    ...(translation.some((value) => value !== 0) ? { translation: shortFloats(translation) } : {}),
    ...(isTurned ? { rotation: shortFloats(unitRotation(rotation)) } : {}),
    ...(scale.some((value) => value !== 1) ? { scale: shortFloats(scale) } : {}),
  };
}

/** A quaternion that deviates more is invalid in glTF; others are kept unchanged. */
const UNIT_TOLERANCE = 5e-3;

export function unitRotation(rotation: ArrayLike<number>): readonly number[] {
  const parts = Array.from(rotation);
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  return Math.abs(length - 1) <= UNIT_TOLERANCE || length === 0 ? parts : parts.map((part) => part / length);
}

export const VISIBILITY = 'KHR_node_visibility';
