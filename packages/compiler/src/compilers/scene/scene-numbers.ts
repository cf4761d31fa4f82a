// Which row of the output an element of the source becomes. What is not in the chosen scene, or broken, becomes none.

import type { SceneModel } from '../../model/scene.js';
import { walkNodes } from '../../model/walk-nodes.js';

export interface SceneNumbers {
  /** The chosen scene's nodes in pre-order: source indices. */
  readonly visited: readonly number[];
  readonly node: ReadonlyMap<number, number>;
  readonly camera: ReadonlyMap<number, number>;
  readonly light: ReadonlyMap<number, number>;
  readonly material: ReadonlyMap<number, number>;
  /** A mesh → the first node that shows it. */
  readonly mesh: ReadonlyMap<number, number>;
}

/** `materials`: source indices of the rows of the material table. */
export function numberScene(scene: SceneModel, materials: readonly number[]): SceneNumbers {
  const visited = walkNodes(scene.nodes, scene.roots);
  const mesh = new Map<number, number>();
  for (const [number, index] of visited.entries()) {
    const shown = scene.nodes[index]?.mesh;
    if (shown !== undefined && !mesh.has(shown)) mesh.set(shown, number);
  }
  return {
    visited,
    node: new Map(visited.map((index, number) => [index, number])),
    camera: present(scene.cameras ?? []),
    light: present(scene.lights ?? []),
    material: new Map(materials.map((index, row) => [index, row])),
    mesh,
  };
}

function present(list: readonly unknown[]): ReadonlyMap<number, number> {
  const good = [...list.keys()].filter((index) => list[index] !== undefined);
  return new Map(good.map((index, row) => [index, row]));
}
