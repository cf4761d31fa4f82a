// Which nodes clips move, as far as it can be seen: those at or above geometry that no skin places, and above the joints of skins.

import type { MeshModel, NodeModel, SceneModel } from '../../../model/scene.js';
import { walkNodes } from '../../../model/walk-nodes.js';

type Scene = Pick<SceneModel, 'nodes' | 'roots' | 'meshes' | 'animations'>;

/** Nodes that a clip places anew. Weights of morph targets move no node. */
export function animatedNodes({ animations }: Pick<SceneModel, 'animations'>): ReadonlySet<number> {
  const moved = animations.flatMap(({ channels }) => channels.filter(({ path }) => path !== 'weights'));
  return new Set(moved.map(({ node }) => node));
}

/** Whether a node shows something that no skin places. */
export function showsUnskinned(node: NodeModel, meshes: readonly MeshModel[]): boolean {
  const mesh = node.mesh === undefined ? undefined : meshes[node.mesh];
  const parts = [...(mesh?.primitives ?? []), ...(mesh?.lines ?? [])];
  return parts.some(({ joints }) => joints === undefined || node.skin === undefined);
}

/** `joints`: nodes that skins use. `carriers`: whether nodes that carry geometry count. */
export function movingNodes(scene: Scene, joints: Iterable<number>, carriers: boolean): readonly number[] {
  const animated = animatedNodes(scene);
  if (animated.size === 0) return [];
  const found = new Set<number>();
  const climbed = new Set<number>();
  const climb = (from: number): void => {
    for (let up: number | undefined = from; up !== undefined && !climbed.has(up); up = scene.nodes[up]?.parent) {
      climbed.add(up);
      if (animated.has(up)) found.add(up);
    }
  };
  for (const joint of joints) climb(joint);
  const visited = walkNodes(scene.nodes, scene.roots);
  // Where nothing is shown, clips are all there is, and meant for another file's geometry.
  const isBare = scene.meshes.every(({ primitives, lines = [] }) => primitives.length + lines.length === 0);
  if (isBare) for (const index of animated) found.add(index);
  else if (carriers)
    for (const index of visited) {
      const node = scene.nodes[index];
      if (node !== undefined && showsUnskinned(node, scene.meshes)) climb(index);
    }
  return inOrder(found, visited);
}

/** By the order of visits; what no visit reaches comes last, by number. */
export function inOrder(nodes: ReadonlySet<number>, visited: readonly number[]): readonly number[] {
  const reached = visited.filter((index) => nodes.has(index));
  const rest = new Set(reached);
  return [...reached, ...[...nodes].filter((index) => !rest.has(index)).sort((a, b) => a - b)];
}
