// Builds the skeleton of a scene: the joints of every used skin, then animated nodes above them and above visible geometry, then one static joint for
// everything else.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { SceneModel } from '../../../model/scene/scene.js';
import type { SkeletonModel } from '../../../model/scene/skeleton.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import { warnOnce } from '../../warn-once.js';
import type { MeshContext } from '../mesh-context.js';
import { WorldMatrices } from '../scene/world-matrices.js';
import { type FoldedNodes, foldNodes } from './fold-nodes.js';
import { addedJoint, type JointSource, skinJoint, staticJoint } from './joint-of-node.js';
import { movingNodes, showsUnskinned, sortByVisit } from './moving-nodes.js';
import { SkinJoints } from './skin-joints.js';

/** SKIN rows store 16-bit joint indices. */
const MAX_JOINTS = 65536;

export interface SkeletonOptions {
  /** False if nodes transform geometry, so that only skins need joints. */
  readonly merge: boolean;
  /** Whether animated nodes become joints of their geometry. */
  readonly nodes: boolean;
}

type Scene = Pick<SceneModel, 'nodes' | 'roots' | 'meshes' | 'skins' | 'animations'>;

/** Reports each warning once. */
export function skeletonOf(scene: Scene, options: SkeletonOptions, context: MeshContext): SkeletonModel | undefined {
  const worlds = new WorldMatrices(scene.nodes);
  return buildSkeleton(scene, options, { file: context.path, worlds, warn: warnOnce(context) });
}

/** Undefined if nothing moves. */
function buildSkeleton(
  scene: Scene,
  { merge, nodes }: SkeletonOptions,
  source: JointSource,
): SkeletonModel | undefined {
  const visited = walkNodes(scene.nodes, scene.roots);
  const skinJoints = new SkinJoints();
  const jointsBySkin = new Map<number, Uint32Array>();
  for (const index of skinsInUse(scene, visited)) {
    const skin = scene.skins[index];
    if (skin !== undefined) jointsBySkin.set(index, skinJoints.addSkin(skin, index));
    checkJointCount(skinJoints.list.length, source.file);
  }
  const moving = movingNodes(scene, skinJoints.nodes, merge && nodes);
  const placement = foldNodes(scene.nodes, [...skinJoints.nodes, ...moving]);
  const addedNodes = sortByVisit(new Set([...placement.nodes].filter((node) => !skinJoints.has(node))), visited);
  if (skinJoints.list.length + addedNodes.length === 0) return undefined;
  const addedNumbers = new Map(addedNodes.map((node, i) => [node, skinJoints.list.length + i]));
  const ofNode = new Map([...placement.nodes].map((node) => [node, jointsOf(node, skinJoints, addedNumbers)]));
  const joints = [
    ...skinJoints.list.map((joint) =>
      skinJoint(
        scene.nodes,
        joint,
        placement.above(joint.node),
        parentOf(joint.node, joint.skin, placement, skinJoints, ofNode),
        source,
      ),
    ),
    ...addedNodes.map((node) =>
      addedJoint(scene.nodes, node, placement.above(node), parentOf(node, -1, placement, skinJoints, ofNode), source),
    ),
  ];
  const staticIndex = needsStaticJoint(scene, visited, placement.nodes, merge)
    ? joints.push(staticJoint()) - 1
    : undefined;
  checkJointCount(joints.length, source.file);
  return {
    joints,
    jointMaps: scene.skins.map((_, i) => toJointMap(jointsBySkin.get(i))),
    ofNode,
    staticJoint: staticIndex,
  };
}

const toJointMap = (joints: Uint32Array | undefined): Uint16Array | undefined =>
  joints === undefined ? undefined : Uint16Array.from(joints);

const jointsOf = (node: number, skinJoints: SkinJoints, added: ReadonlyMap<number, number>): readonly number[] =>
  skinJoints.has(node) ? skinJoints.of(node) : [added.get(node) ?? 0];

/** The first skin is always included, because engines may rely on its order; the others follow by first use. */
function skinsInUse({ nodes, meshes, skins }: Scene, visited: readonly number[]): readonly number[] {
  const used = visited.flatMap((index) => {
    const { mesh, skin } = nodes[index] ?? {};
    const { primitives = [], lines = [] } = (mesh === undefined ? undefined : meshes[mesh]) ?? {};
    return skin !== undefined && [...primitives, ...lines].some(({ joints }) => joints !== undefined) ? [skin] : [];
  });
  return [...new Set([...(skins.length > 0 ? [0] : []), ...used])];
}

/** Joints of the same node differ only in their inverse bind; one of the same skin is preferred. */
function parentOf(
  node: number,
  skin: number,
  placement: FoldedNodes,
  skinJoints: SkinJoints,
  ofNode: ReadonlyMap<number, readonly number[]>,
): number {
  const parent = placement.parent(node);
  if (parent === undefined) return -1;
  return skinJoints.inSkin(skin, parent) ?? ofNode.get(parent)?.[0] ?? -1;
}

/** Whether there is geometry without a joint above it or, if nodes transform geometry, any without a skin. */
function needsStaticJoint(
  scene: Scene,
  visited: readonly number[],
  joints: ReadonlySet<number>,
  merge: boolean,
): boolean {
  const isMoved = new Set<number>();
  for (const index of visited) {
    const node = scene.nodes[index];
    if (node === undefined) continue;
    if (joints.has(index) || (node.parent !== undefined && isMoved.has(node.parent))) isMoved.add(index);
    if ((!merge || !isMoved.has(index)) && showsUnskinned(node, scene.meshes)) return true;
  }
  return false;
}

function checkJointCount(count: number, file: string): void {
  if (count <= MAX_JOINTS) return;
  throw new AssetError({
    code: 'mesh/too-many-joints',
    file,
    message: `skins and moving nodes need ${count} joints; a vertex can refer to at most ${MAX_JOINTS}`,
  });
}
