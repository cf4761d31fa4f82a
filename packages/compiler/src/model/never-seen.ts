// Finds nodes that are never visible: hidden ones and their descendants, unless a clip shows them.

import type { SceneModel } from './scene/scene.js';
import { walkNodes } from './scene/walk-nodes.js';

const VISIBILITY = /^\/nodes\/(\d+)\/extensions\/KHR_node_visibility\/visible$/;

/** Of the nodes of the chosen scene. */
export function neverSeen({
  nodes,
  roots,
  animations,
}: Pick<SceneModel, 'nodes' | 'roots' | 'animations'>): ReadonlySet<number> {
  const unseen = new Set<number>();
  if (!nodes.some(({ visible }) => visible === false)) return unseen;
  const pointers = animations.flatMap((clip) => (clip.pointers ?? []).map(({ pointer }) => pointer));
  const changing = new Set(pointers.map((pointer) => Number(VISIBILITY.exec(pointer)?.[1] ?? -1)));
  for (const index of walkNodes(nodes, roots)) {
    const { visible, parent = -1 } = nodes[index] ?? {};
    if (unseen.has(parent) || (visible === false && !changing.has(index))) unseen.add(index);
  }
  return unseen;
}
