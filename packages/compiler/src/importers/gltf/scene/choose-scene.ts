// Chooses the nodes to visit: those of the file's `scene`, else of the first scene, unless mesh.scene is set. Without scenes, all nodes without a parent.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

/** The roots to visit, in order; undefined if the file has no nodes, and every mesh is used once. */
export function chooseRoots(
  file: GltfFile,
  nodes: readonly NodeModel[],
  setting: string | number,
): readonly number[] | undefined {
  const chosen = chooseScenes(file, setting);
  if (nodes.length === 0) return undefined;
  const parentless = nodes.flatMap((node, index) => (node.parent === undefined ? [index] : []));
  if (chosen === undefined) return parentless;
  const roots = [...new Set(chosen.flatMap((scene) => rootsOf(file, scene)))];
  // A scene may list a node and its ancestor; visiting both would draw it twice.
  const listed = new Set(roots);
  const descendants = new Set(descendantsOf(nodes, listed));
  return roots.filter((root) => !descendants.has(root));
}

/** All descendants of `listed` nodes, each visited once: climbing from each root would be quadratic in a deep file. */
function descendantsOf(nodes: readonly NodeModel[], listed: ReadonlySet<number>): readonly number[] {
  const tops = nodes.flatMap((node, index) => (node.parent === undefined ? [index] : []));
  const isDescendant = new Uint8Array(nodes.length);
  return walkNodes(nodes, tops).filter((index) => {
    const { parent } = nodes[index] ?? {};
    if (parent !== undefined && (listed.has(parent) || isDescendant[parent] === 1)) isDescendant[index] = 1;
    return isDescendant[index] === 1;
  });
}

function rootsOf(file: GltfFile, scene: JsonNode): number[] {
  return (scene.get('nodes')?.items() ?? []).map((reference) => file.follow(reference, 'nodes').index);
}

/** Undefined if the file has no scenes. */
export function chooseScenes(file: GltfFile, setting: string | number): readonly JsonNode[] | undefined {
  const scenes = file.list('scenes');
  if (setting === 'all') return scenes.length === 0 ? undefined : scenes;
  if (setting === 'auto') {
    const declared = file.root.get('scene');
    if (declared !== undefined) return [file.follow(declared, 'scenes').node];
    const first = scenes[0];
    return first === undefined ? undefined : [first];
  }
  const wanted = String(setting);
  const byName = scenes.filter((scene) => scene.name() === wanted);
  const byIndex = /^\d+$/.test(wanted) ? scenes[Number(wanted)] : undefined;
  // A number in the configuration is an index; a text is a name first, so that a scene named "2" can be selected.
  const chosen = typeof setting === 'number' ? byIndex : (byName[0] ?? byIndex);
  if (chosen !== undefined) return [chosen];
  const hasNone = scenes.length === 0;
  const known = scenes.map((scene, index) => scene.name() || String(index)).join(', ');
  throw new AssetError({
    code: 'gltf/unknown-scene',
    file: file.context.path,
    where: { pointer: '/scenes' },
    message: `there is no scene ${wanted}; ${hasNone ? 'the file has no scenes' : `the file has ${known}`}`,
    ...(hasNone ? { hint: 'Set mesh.scene to auto.' } : {}),
  });
}
