// Where nodes are in the world before anything moves.

import { compose, multiply } from '../../../model/math/matrix.js';
import type { Matrix } from '../../../model/scene/scene.js';
import type { PosedNode } from './posed-node.js';
import { readLcl } from './transform-chain.js';

/** In meters and glTF's axes. */
export function restWorld(nodes: readonly PosedNode[], index: number): Matrix {
  const localOf = (node: PosedNode): Matrix => {
    const { translation, rotation, scale } = node.pose(({ properties }) => readLcl(properties));
    return compose(translation, rotation, scale);
  };
  let world = compose([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
  for (let node = nodes[index]; node !== undefined; node = node.parent === undefined ? undefined : nodes[node.parent])
    world = multiply(localOf(node), world);
  return world;
}
