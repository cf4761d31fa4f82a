// Visits the nodes of a scene in pre-order, children in their order.

import type { NodeModel } from './scene.js';

/** Every node at or below `roots`. An explicit stack, because files nest as deep as they like. */
export function walkNodes(nodes: readonly Pick<NodeModel, 'children'>[], roots: readonly number[]): readonly number[] {
  const order: number[] = [];
  const open = roots.toReversed();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const node = nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    order.push(index);
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] ?? 0);
  }
  return order;
}
