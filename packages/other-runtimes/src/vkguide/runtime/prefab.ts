// The node tree of a model → vkguide's prefab, which places one `.mesh` per primitive.

import { identity, type Matrix, type PlacingNode } from 'assetc/runtime-contract';
import { encodeVkguidePrefab } from '../encode-prefab.js';
import type { VkguideNodeMesh } from '../model.js';

/** A node has one mesh; its further primitives become children at the same place. */
export function encodePrefab(nodes: readonly PlacingNode[], meshOf: (submesh: number) => VkguideNodeMesh): Uint8Array {
  const names = new Map<number, string>();
  const parents = new Map<number, number>();
  const meshes = new Map<number, VkguideNodeMesh>();
  const matrices: Matrix[] = nodes.map(({ local }) => local);
  for (const [id, { name, parent, firstSubmesh, submeshCount }] of nodes.entries()) {
    if (name !== '') names.set(id, name);
    if (parent >= 0) parents.set(id, parent);
    if (submeshCount === 1) meshes.set(id, meshOf(firstSubmesh));
    for (let i = 0; submeshCount > 1 && i < submeshCount; i++) {
      const child = matrices.push(identity()) - 1;
      names.set(child, `${name === '' ? `node_${id}` : name}_PRIM_${i}`);
      parents.set(child, id);
      meshes.set(child, meshOf(firstSubmesh + i));
    }
  }
  const floats = new Float32Array(matrices.length * 16);
  for (const [i, matrix] of matrices.entries()) floats.set(matrix, i * 16);
  return encodeVkguidePrefab({
    nodeMatrices: new Map(matrices.map((_, id) => [id, id])),
    nodeNames: names,
    nodeParents: parents,
    nodeMeshes: meshes,
    matrices: floats,
  });
}
