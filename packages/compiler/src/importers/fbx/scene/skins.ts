// Skins of the scene: bones as nodes. A helper node stands for the root of the file, for a mesh that is a bone of its own skin, and for the
// second way in which a skin binds a bone: a node is a joint of a skin once.

import { identity } from '../../../model/math/matrix.js';
import type { SkinModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { SkinData } from '../geometry/skin.js';
import type { PosedNode } from './posed-node.js';
import { convertPose, type SceneSpace } from './scene-space.js';
import { NO_POSE } from './transform-chain.js';

export class SkinBuilder {
  readonly list: SkinModel[] = [];
  readonly helpers: PosedNode[] = [];
  readonly #ofNode = new Map<number, number>();
  readonly #nodeCount: number;
  readonly #nodeOf: (bone: FbxObject) => number | undefined;
  readonly #space: SceneSpace;
  #root: number | undefined;

  constructor(nodeCount: number, nodeOf: (bone: FbxObject) => number | undefined, space: SceneSpace) {
    this.#nodeCount = nodeCount;
    this.#nodeOf = nodeOf;
    this.#space = space;
  }

  /** Into `list`. */
  ofNode(node: number): number | undefined {
    return this.#ofNode.get(node);
  }

  add(node: number, { bones, inverseBinds, hasUnbound }: SkinData): void {
    const joints: number[] = [];
    for (const bone of bones) {
      const joint = bone === undefined ? this.#rootNode() : (this.#nodeOf(bone) ?? this.#rootNode());
      joints.push(joints.includes(joint) ? this.#addHelper(bone?.name ?? '', joint) : joint);
    }
    const matrices = [...inverseBinds];
    if (hasUnbound) {
      joints.push(joints.includes(node) ? this.#addHelper('', node) : node);
      matrices.push(identity());
    }
    const stored = new Float32Array(matrices.length * 16);
    for (const [i, matrix] of matrices.entries()) stored.set(matrix, i * 16);
    this.#ofNode.set(node, this.list.push({ joints, inverseBinds: stored }) - 1);
  }

  #rootNode(): number {
    this.#root ??= this.#addHelper('Root', undefined);
    return this.#root;
  }

  #addHelper(name: string, parent: number | undefined): number {
    const pose = convertPose(this.#space, NO_POSE, parent === undefined);
    this.helpers.push({ name, object: undefined, parent, sources: [], pose: () => pose });
    return this.#nodeCount + this.helpers.length - 1;
  }
}
