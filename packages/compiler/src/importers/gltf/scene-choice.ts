// Which nodes are visited: `scene`, else the first scene, unless mesh.scene says otherwise; parentless nodes without scenes.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { NodeModel } from '../../model/scene.js';
import { walkNodes } from '../../model/walk-nodes.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** The roots to visit, in order; undefined: the file has no nodes, and every mesh is taken once. */
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
  // A scene may list a node together with an ancestor of it; visiting both would draw it twice.
  const listed = new Set(roots);
  const below = new Set(walkBelow(nodes, listed));
  return roots.filter((root) => !below.has(root));
}

/** Every node below one of `listed`, each looked at once: climbing from each root would take the square of a deep file. */
function walkBelow(nodes: readonly NodeModel[], listed: ReadonlySet<number>): readonly number[] {
  const tops = nodes.flatMap((node, index) => (node.parent === undefined ? [index] : []));
  const covered = new Uint8Array(nodes.length);
  return walkNodes(nodes, tops).filter((index) => {
    const { parent } = nodes[index] ?? {};
    if (parent !== undefined && (listed.has(parent) || covered[parent] === 1)) covered[index] = 1;
    return covered[index] === 1;
  });
}

function rootsOf(file: GltfFile, scene: JsonNode): number[] {
  return (scene.get('nodes')?.items() ?? []).map((reference) => file.follow(reference, 'nodes').index);
}

/** Undefined: the file has no scenes. */
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
  // A number in the configuration is an index; a text is a name first, so that a scene named "2" can be reached.
  const chosen = typeof setting === 'number' ? byIndex : (byName[0] ?? byIndex);
  if (chosen !== undefined) return [chosen];
  const known = scenes.map((scene, index) => scene.name() || String(index)).join(', ');
  throw new AssetError({
    code: 'gltf/unknown-scene',
    file: file.context.path,
    where: { pointer: '/scenes' },
    message: `there is no scene ${wanted}; ${scenes.length === 0 ? 'the file has no scenes' : `the file has ${known}`}`,
  });
}
