// Writes the joints of an `.hmesh` as nodes and a skin. If a joint represents a node of the scene, that node is used.

import type { Hscene, Joint } from '@assetc/formats';
import { compose, multiply } from '../../model/math/matrix.js';
import type { GlbBuilder } from './glb-builder.js';
import { named } from './gltf-json.js';
import { type NodeTree, poseOf } from './node-tree.js';
import type { PrimitiveGrid } from './write-primitive.js';

/** The node of each joint. */
export function writeJoints(
  tree: NodeTree,
  joints: readonly Joint[],
  names: readonly string[],
  scene: Hscene | undefined,
): readonly number[] {
  const ofScene = new Map(
    (scene?.nodes ?? []).flatMap(({ joint }, node) => (joint < 0 ? [] : [[joint, node] as const])),
  );
  const nodes = joints.map((_, j) => ofScene.get(j) ?? tree.add(named(names[j])));
  for (const [j, joint] of joints.entries()) {
    const node = nodes[j] ?? 0;
    const isOfScene = ofScene.has(j);
    // Unmerged scenes place all their nodes, including joints, and with the same result.
    if (isOfScene && scene?.meshesAreBaked === false) continue;
    const parent = joint.parent < 0 ? undefined : nodes[joint.parent];
    if (isOfScene && stands(scene, node, joint, parent)) continue;
    const json = tree.at(node);
    delete json.translation;
    delete json.rotation;
    delete json.scale;
    Object.assign(json, poseOf({ translation: joint.bindT, rotation: joint.bindR, scale: joint.bindS }));
    tree.place(node, parent);
  }
  return nodes;
}

/** Whether the scene's node has the same pose as the joint. */
function stands(scene: Hscene | undefined, index: number, joint: Joint, parent: number | undefined): boolean {
  const node = scene?.nodes[index];
  if (node === undefined) return false;
  const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((value, i) => value === b[i]);
  return (
    (node.parent < 0 ? undefined : node.parent) === parent &&
    isSame(node.translation, joint.bindT) &&
    isSame(node.rotation, joint.bindR) &&
    isSame(node.scale, joint.bindS)
  );
}

/** glTF requires a common root of all joints. */
export function joinRoots(tree: NodeTree, joints: readonly number[]): void {
  const roots = [...new Set(joints.map((node) => tree.rootOf(node)))];
  if (roots.length < 2) return;
  const root = tree.add({ name: 'skeleton' });
  for (const node of roots) tree.place(node, root);
}

/** `grid`: of the positions of its meshes, from whose units the matrices lead. */
export function writeSkin(
  builder: GlbBuilder,
  joints: readonly Joint[],
  nodes: readonly number[],
  grid: PrimitiveGrid | undefined,
): number {
  const matrices = new Float32Array(joints.length * 16);
  const { step, offset } = grid ?? { step: 1, offset: [0, 0, 0] };
  const fromGrid = compose(offset, [0, 0, 0, 1], [step, step, step]);
  for (const [j, { inverseBind }] of joints.entries())
    matrices.set(grid ? multiply(Float64Array.from(inverseBind), fromGrid) : inverseBind, j * 16);
  const inverseBindMatrices = builder.addAccessor(matrices, 'MAT4');
  return builder.lists.skins.push({ joints: nodes, inverseBindMatrices }) - 1;
}
