// The rules across the lists of a vkguide prefab.

import type { Problems } from '@assetc/formats';
import type { AssetFile, VkguidePrefab } from './model.js';

/** The rules across lists: indices, nodes that exist, parents without a loop, finite matrices. */
export function checkVkguidePrefab(file: AssetFile, prefab: VkguidePrefab, problems: Problems): void {
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
