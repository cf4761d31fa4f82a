// vkguide prefabs (`.pfb`, PRFB), read: a tree of nodes with matrices in the blob. JSON maps are lists of [key, value] pairs.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem, typedSection } from '@assetc/formats/declare';
import { type Json, JsonFields } from './json-fields.js';
import type { AssetFile, VkguidePrefab } from './model.js';
import { decodeAssetFile, isOfType } from './read-container.js';

const MATRIX_BYTES = 64;

const isId = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Reads pairs of an id and a value that `read` accepts; anything else is a problem. */
function pairs<T>(
  fields: JsonFields,
  key: string,
  wanted: string,
  read: (value: Json, index: number) => T | undefined,
) {
  const list = fields.list(key);
  if (list === undefined) return undefined;
  const out = new Map<number, T>();
  for (const [i, item] of list.entries()) {
    const [id, value] = Array.isArray(item) && item.length === 2 ? (item as readonly Json[]) : [];
    const known = value === undefined ? undefined : read(value, i);
    if (!isId(id) || known === undefined)
      return fields.wrong(key, `pairs of a node id and ${wanted}; entry ${i} is not`);
    if (out.has(id)) return fields.wrong(key, `free of node ${id} a second time`);
    out.set(id, known);
  }
  return out;
}

export function inspectVkguidePrefab(file: AssetFile, problems: Problems): VkguidePrefab | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (!isOfType(file, 'PRFB', problems)) return undefined;
  const id = (value: Json) => (isId(value) ? value : undefined);
  const nodeMatrices = pairs(fields, 'node_matrices', 'a matrix index', id);
  const nodeNames = pairs(fields, 'node_names', 'a name', (value) => (typeof value === 'string' ? value : undefined));
  const nodeParents = pairs(fields, 'node_parents', 'a parent id', id);
  const nodeMeshes = pairs(fields, 'node_meshes', '{mesh_path, material_path}', (value, i) => {
    const inner = fields.inside(value, 'node_meshes', `node_meshes[${i}]`);
    const meshPath = inner?.string('mesh_path');
    const materialPath = inner?.string('material_path');
    return meshPath === undefined || materialPath === undefined ? undefined : { meshPath, materialPath };
  });
  if (file.blob.byteLength % MATRIX_BYTES !== 0) {
    problems.add('bad-value', file.blobOffset, 'blob', `must have a multiple of ${MATRIX_BYTES} bytes`);
    return undefined;
  }
  if (nodeMatrices === undefined || nodeNames === undefined) return undefined;
  if (nodeParents === undefined || nodeMeshes === undefined) return undefined;
  const matrices = typedSection(Float32Array, file.blob, 0, file.blob.byteLength / 4);
  return { nodeMatrices, nodeNames, nodeParents, nodeMeshes, matrices };
}

/** From a binary file or a text form that has been opened. Throws FormatError and nothing else. */
export const readVkguidePrefab = (file: AssetFile): VkguidePrefab =>
  decoded(inspectVkguidePrefab(file, new FirstProblem()));

/** A binary `.pfb`. Throws FormatError and nothing else. */
export const decodeVkguidePrefab = (bytes: Uint8Array): VkguidePrefab => readVkguidePrefab(decodeAssetFile(bytes));
