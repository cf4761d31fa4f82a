// vkguide prefabs (`.pfb`, PRFB): a tree of nodes with matrices in the blob. JSON maps are lists of [key, value] pairs.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { bytesOf, typedSection } from '../core/typed-section.js';
import { type AssetFile, decodeAssetFile, encodeAssetFile } from './container.js';
import { type Json, JsonFields, type JsonObject } from './json-fields.js';

export interface VkguideNodeMesh {
  readonly meshPath: string;
  readonly materialPath: string;
}

/** Keys are node ids. */
export interface VkguidePrefab {
  /** Node → index of its matrix. */
  readonly nodeMatrices: ReadonlyMap<number, number>;
  readonly nodeNames: ReadonlyMap<number, string>;
  readonly nodeParents: ReadonlyMap<number, number>;
  readonly nodeMeshes: ReadonlyMap<number, VkguideNodeMesh>;
  /** Sixteen floats a matrix. */
  readonly matrices: Float32Array;
}

const MATRIX_BYTES = 64;
const isId = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Entry by entry; what is not a pair of an id and a `read`able value is a problem. */
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

export function inspectVkguidePrefab(problems: Problems, file: AssetFile): VkguidePrefab | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (file.type !== 'PRFB') {
    problems.add('bad-magic', 0, 'VkguideHeader.magic', `must be PRFB, is ${file.type}`);
    return undefined;
  }
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

/** The rules across lists: indices, nodes that exist, parents without a loop, finite matrices. */
export function checkVkguidePrefab(problems: Problems, file: AssetFile, prefab: VkguidePrefab): void {
  const { nodeMatrices, nodeNames, nodeParents, nodeMeshes, matrices } = prefab;
  const wrong = (key: string, message: string) => problems.add('bad-range', file.offsetOf(key), `json.${key}`, message);
  const count = matrices.length / 16;
  for (const [node, index] of nodeMatrices) {
    if (index >= count) wrong('node_matrices', `node ${node} asks for matrix ${index} of ${count}`);
  }
  const nodes = new Set([...nodeMatrices.keys(), ...nodeNames.keys()]);
  for (const [node, parent] of nodeParents) {
    if (!nodes.has(node) || !nodes.has(parent))
      wrong('node_parents', `${nodes.has(node) ? parent : node} is not a node`);
  }
  for (const node of nodeMeshes.keys()) if (!nodes.has(node)) wrong('node_meshes', `${node} is not a node`);
  const safe = new Set<number>();
  for (const start of nodeParents.keys()) {
    const path = new Set<number>();
    let node: number | undefined = start;
    while (node !== undefined && !safe.has(node) && !path.has(node)) {
      path.add(node);
      node = nodeParents.get(node);
    }
    if (node !== undefined && path.has(node)) {
      wrong('node_parents', `node ${node} is its own ancestor`);
      break;
    }
    for (const seen of path) safe.add(seen);
  }
  const bad = matrices.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    problems.add('bad-value', file.blobOffset + bad * 4, `matrices[${Math.floor(bad / 16)}]`, 'must be finite');
  }
}

export const readVkguidePrefab = (file: AssetFile): VkguidePrefab =>
  decoded(inspectVkguidePrefab(new FirstProblem(), file));

export const decodeVkguidePrefab = (bytes: Uint8Array): VkguidePrefab => readVkguidePrefab(decodeAssetFile(bytes));

const listed = <T>(map: ReadonlyMap<number, T>, write: (value: T) => Json): readonly Json[] =>
  [...map].sort(([a], [b]) => a - b).map(([node, value]) => [node, write(value)]);

export function vkguidePrefabMetadata(prefab: VkguidePrefab): JsonObject {
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

export function encodeVkguidePrefab(prefab: VkguidePrefab): Uint8Array {
  if (prefab.matrices.length % 16 !== 0) throw new Error('a matrix is cut off');
  return encodeAssetFile('PRFB', vkguidePrefabMetadata(prefab), bytesOf(prefab.matrices));
}
