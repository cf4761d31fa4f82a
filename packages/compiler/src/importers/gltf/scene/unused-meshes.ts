// Warns about meshes that the selected scene does not show. What helps depends on where they are.

import type { NodeModel } from '../../../model/scene/scene.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import type { GltfFile } from '../file/gltf-file.js';
import { chooseRoots } from './choose-scene.js';

export function warnAboutUnusedMeshes(file: GltfFile, nodes: readonly NodeModel[], used: ReadonlySet<number>): void {
  const count = file.count('meshes');
  if (used.size === count) return;
  const inScenes = meshesOf(walkNodes(nodes, chooseRoots(file, nodes, 'all') ?? []).map((index) => nodes[index]));
  const inNodes = meshesOf(nodes);
  const warn = (where: string, hint: string, isThere: (mesh: number) => boolean): void => {
    const unused = Array.from({ length: count }, (_, mesh) => mesh).filter((mesh) => !used.has(mesh) && isThere(mesh));
    const [first] = unused;
    if (first === undefined) return;
    const verb = unused.length === 1 ? 'is' : 'are';
    file.warnOnce(
      'gltf/left-out-scene',
      file.element('meshes', first),
      `${unused.length} of ${count} meshes ${verb} ${where} and ${verb} left out`,
      where,
      hint,
    );
  };
  warn('in another scene', 'Set mesh.scene to all, or to the scene that you want.', (mesh) => inScenes.has(mesh));
  warn(
    'used only by nodes of no scene',
    'Add the node to a scene, or remove it.',
    (mesh) => inNodes.has(mesh) && !inScenes.has(mesh),
  );
  warn('used by no node', 'Add a node that shows the mesh, or remove the mesh.', (mesh) => !inNodes.has(mesh));
}

const meshesOf = (nodes: readonly (NodeModel | undefined)[]): ReadonlySet<number> =>
  new Set(nodes.flatMap((node) => node?.mesh ?? []));
