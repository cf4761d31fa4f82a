// Finds animated nodes that affect visible geometry: those at or above geometry without a skin, and above the joints of skins.

import type { MeshModel, NodeModel, SceneModel } from '../../../model/scene/scene.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';

type Scene = Pick<SceneModel, 'nodes' | 'roots' | 'meshes' | 'animations'>;

/** Nodes whose transform a clip animates. Weights of morph targets do not count. */
export function animatedNodes({ animations }: Pick<SceneModel, 'animations'>): ReadonlySet<number> {
  const moved = animations.flatMap(({ channels }) => channels.filter(({ path }) => path !== 'weights'));
  return new Set(moved.map(({ node }) => node));
}

/** Whether a node has geometry without a skin. */
export function showsUnskinned(node: NodeModel, meshes: readonly MeshModel[]): boolean {
  const mesh = node.mesh === undefined ? undefined : meshes[node.mesh];
  const parts = [...(mesh?.primitives ?? []), ...(mesh?.lines ?? [])];
  return parts.some(({ joints }) => joints === undefined || node.skin === undefined);
}

/** `joints`: nodes that skins use. `carriers`: whether nodes with geometry count. */
export function movingNodes(scene: Scene, joints: Iterable<number>, includeGeometryNodes: boolean): readonly number[] {
  const animated = animatedNodes(scene);
  if (animated.size === 0) return [];
  const found = new Set<number>();
  const visitedNodes = new Set<number>();
  const climb = (from: number): void => {
    for (let up: number | undefined = from; up !== undefined && !visitedNodes.has(up); up = scene.nodes[up]?.parent) {
      visitedNodes.add(up);
      if (animated.has(up)) found.add(up);
    }
  };
  for (const joint of joints) climb(joint);
  const visited = walkNodes(scene.nodes, scene.roots);
  // Without geometry, the clips are the only content, and meant for another file's geometry.
  const hasNoGeometry = scene.meshes.every(({ primitives, lines = [] }) => primitives.length + lines.length === 0);
  if (hasNoGeometry) for (const index of animated) found.add(index);
  else if (includeGeometryNodes)
    for (const index of visited) {
      const node = scene.nodes[index];
      if (node !== undefined && showsUnskinned(node, scene.meshes)) climb(index);
    }
  return sortByVisit(found, visited);
}

/** In visiting order; unvisited nodes come last, by number. */
export function sortByVisit(nodes: ReadonlySet<number>, visited: readonly number[]): readonly number[] {
  const reached = visited.filter((index) => nodes.has(index));
  const rest = new Set(reached);
  return [...reached, ...[...nodes].filter((index) => !rest.has(index)).sort((a, b) => a - b)];
}
