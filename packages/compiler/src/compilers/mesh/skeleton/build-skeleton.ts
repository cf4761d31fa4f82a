// Scene → skeleton: the joints of every skin in use, then the nodes above and beside them that move what is seen, then one that
// never moves for what nothing moves.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { SceneModel } from '../../../model/scene.js';
import type { SkeletonModel } from '../../../model/skeleton.js';
import { walkNodes } from '../../../model/walk-nodes.js';
import type { MeshContext } from '../mesh-context.js';
import { WorldMatrices } from '../world-matrices.js';
import { foldPlacement, type Placement } from './fold-placement.js';
import { addedJoint, type JointSource, skinJoint, stillJoint } from './joint-of-node.js';
import { JointSeats } from './joint-seats.js';
import { inOrder, movingNodes, showsUnskinned } from './moving-nodes.js';

/** SKIN rows hold 16-bit joint indices. */
const MOST_JOINTS = 65536;

export interface SkeletonOptions {
  /** False: nodes place geometry, so that only skins need joints. */
  readonly merge: boolean;
  /** Whether nodes that clips move become joints of the geometry that they carry. */
  readonly nodes: boolean;
}

type Scene = Pick<SceneModel, 'nodes' | 'roots' | 'meshes' | 'skins' | 'animations'>;

/** With each warning once. */
export function skeletonOf(scene: Scene, options: SkeletonOptions, context: MeshContext): SkeletonModel | undefined {
  const warned = new Set<string>();
  return buildSkeleton(scene, options, {
    file: context.path,
    worlds: new WorldMatrices(scene.nodes),
    warn(code, where, message) {
      if (!warned.has(code)) context.warn({ code, file: context.path, where, message });
      warned.add(code);
    },
  });
}

/** Undefined where nothing is to be moved. */
function buildSkeleton(
  scene: Scene,
  { merge, nodes }: SkeletonOptions,
  source: JointSource,
): SkeletonModel | undefined {
  const visited = walkNodes(scene.nodes, scene.roots);
  const seats = new JointSeats();
  const taken = new Map<number, Uint32Array>();
  for (const index of skinsInUse(scene, visited)) {
    const skin = scene.skins[index];
    if (skin !== undefined) taken.set(index, seats.takeSkin(skin, index));
    holdCount(seats.list.length, source.file);
  }
  const moving = movingNodes(scene, seats.nodes, merge && nodes);
  const placement = foldPlacement(scene.nodes, [...seats.nodes, ...moving]);
  const added = inOrder(new Set([...placement.nodes].filter((node) => !seats.has(node))), visited);
  if (seats.list.length + added.length === 0) return undefined;
  const first = new Map(added.map((node, i) => [node, seats.list.length + i]));
  const ofNode = new Map([...placement.nodes].map((node) => [node, jointsOf(node, seats, first)]));
  const joints = [
    ...seats.list.map((seat) =>
      skinJoint(
        scene.nodes,
        seat,
        placement.above(seat.node),
        parentOf(seat.node, seat.skin, placement, seats, ofNode),
        source,
      ),
    ),
    ...added.map((node) =>
      addedJoint(scene.nodes, node, placement.above(node), parentOf(node, -1, placement, seats, ofNode), source),
    ),
  ];
  const still = needsStill(scene, visited, placement.nodes, merge) ? joints.push(stillJoint()) - 1 : undefined;
  holdCount(joints.length, source.file);
  return { joints, seats: scene.skins.map((_, i) => seatsOf(taken.get(i))), ofNode, still };
}

const seatsOf = (seats: Uint32Array | undefined): Uint16Array | undefined =>
  seats === undefined ? undefined : Uint16Array.from(seats);

const jointsOf = (node: number, seats: JointSeats, added: ReadonlyMap<number, number>): readonly number[] =>
  seats.has(node) ? seats.of(node) : [added.get(node) ?? 0];

/** The first skin always, as engines may count on its order; the others by first use. */
function skinsInUse({ nodes, meshes, skins }: Scene, visited: readonly number[]): readonly number[] {
  const used = visited.flatMap((index) => {
    const { mesh, skin } = nodes[index] ?? {};
    const { primitives = [], lines = [] } = (mesh === undefined ? undefined : meshes[mesh]) ?? {};
    return skin !== undefined && [...primitives, ...lines].some(({ joints }) => joints !== undefined) ? [skin] : [];
  });
  return [...new Set([...(skins.length > 0 ? [0] : []), ...used])];
}

/** Joints of one node differ in their inverse bind only: those of the same skin are as good as any, and expected. */
function parentOf(
  node: number,
  skin: number,
  placement: Placement,
  seats: JointSeats,
  ofNode: ReadonlyMap<number, readonly number[]>,
): number {
  const parent = placement.parent(node);
  if (parent === undefined) return -1;
  return seats.inSkin(skin, parent) ?? ofNode.get(parent)?.[0] ?? -1;
}

/** Geometry that no joint is above, or, where nodes place it, any that no skin moves. */
function needsStill(scene: Scene, visited: readonly number[], joints: ReadonlySet<number>, merge: boolean): boolean {
  const isMoved = new Set<number>();
  for (const index of visited) {
    const node = scene.nodes[index];
    if (node === undefined) continue;
    if (joints.has(index) || (node.parent !== undefined && isMoved.has(node.parent))) isMoved.add(index);
    if ((!merge || !isMoved.has(index)) && showsUnskinned(node, scene.meshes)) return true;
  }
  return false;
}

function holdCount(count: number, file: string): void {
  if (count <= MOST_JOINTS) return;
  throw new AssetError({
    code: 'mesh/too-many-joints',
    file,
    message: `skins and moving nodes need ${count} joints; a vertex can refer to at most ${MOST_JOINTS}`,
  });
}
