// vkguide prefabs (`.pfb`, PRFB), written.

import { bytesOf } from '@assetc/formats/declare';
import { encodeAssetFile } from './encode-container.js';
import type { Json, JsonObject } from './json-fields.js';
import type { VkguidePrefab } from './model.js';

const listed = <T>(map: ReadonlyMap<number, T>, write: (value: T) => Json): readonly Json[] =>
  [...map].sort(([a], [b]) => a - b).map(([node, value]) => [node, write(value)]);

function vkguidePrefabMetadata(prefab: VkguidePrefab): JsonObject {
  return {
    node_matrices: listed(prefab.nodeMatrices, (index) => index),
    node_names: listed(prefab.nodeNames, (name) => name),
    node_parents: listed(prefab.nodeParents, (parent) => parent),
    node_meshes: listed(prefab.nodeMeshes, ({ meshPath, materialPath }) => ({
      mesh_path: meshPath,
      material_path: materialPath,
    })),
  };
}

/** Equal prefabs give equal bytes. Throws a plain Error if a matrix is cut off. */
export function encodeVkguidePrefab(prefab: VkguidePrefab): Uint8Array {
  if (prefab.matrices.length % 16 !== 0) throw new Error('a matrix is cut off');
  return encodeAssetFile({ type: 'PRFB', metadata: vkguidePrefabMetadata(prefab), blob: bytesOf(prefab.matrices) });
}
