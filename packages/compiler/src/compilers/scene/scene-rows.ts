// Maps elements of the source to rows of the output. Elements that are broken or not in the chosen scene have none.

import type { SceneModel } from '../../model/scene/scene.js';
import { walkNodes } from '../../model/scene/walk-nodes.js';

export interface SceneRows {
  /** The chosen scene's nodes in pre-order: source indices. */
  readonly visited: readonly number[];
  readonly node: ReadonlyMap<number, number>;
  readonly camera: ReadonlyMap<number, number>;
  readonly light: ReadonlyMap<number, number>;
  readonly material: ReadonlyMap<number, number>;
  /** The first node that uses each mesh. */
  readonly mesh: ReadonlyMap<number, number>;
}

/** `materials`: source indices of the rows of the material table. */
export function mapSceneRows(scene: SceneModel, materials: readonly number[]): SceneRows {
  const visited = walkNodes(scene.nodes, scene.roots);
  const mesh = new Map<number, number>();
  for (const [number, index] of visited.entries()) {
    const nodeMesh = scene.nodes[index]?.mesh;
    if (nodeMesh !== undefined && !mesh.has(nodeMesh)) mesh.set(nodeMesh, number);
  }
  return {
    visited,
    node: new Map(visited.map((index, number) => [index, number])),
    camera: rowsOfDefined(scene.cameras ?? []),
    light: rowsOfDefined(scene.lights ?? []),
    material: new Map(materials.map((index, row) => [index, row])),
    mesh,
  };
}

function rowsOfDefined(list: readonly unknown[]): ReadonlyMap<number, number> {
  const defined = [...list.keys()].filter((index) => list[index] !== undefined);
  return new Map(defined.map((index, row) => [index, row]));
}
