// Checks skins against the meshes and nodes that use them.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { plural } from '../../../diagnostics/plural.js';
import type { SceneModel } from '../../../model/scene/scene.js';
import type { GltfFile } from '../file/gltf-file.js';

type Scene = Pick<SceneModel, 'meshes' | 'skins' | 'nodes'>;

/** `visited`: the nodes of the chosen scene. Fails if a vertex refers to a joint that does not exist. */
export function checkSkins(file: GltfFile, scene: Scene, visited: readonly number[]): void {
  checkJoints(file, scene, visited);
  const inScene = new Set(visited);
  for (const index of visited) {
    const { mesh, skin } = scene.nodes[index] ?? {};
    if (mesh === undefined || skin === undefined) continue;
    const { primitives = [], lines = [] } = scene.meshes[mesh] ?? {};
    const at = file.element('nodes', index).require('skin');
    if ([...primitives, ...lines].some(({ joints }) => joints === undefined))
      file.warnOnce(
        'gltf/broken-rule',
        at,
        'the mesh of a node with a skin has no joints and weights, or not everywhere; what has none moves with the node',
        'no weights',
        'Bind the mesh to the skeleton, or remove the skin from the node.',
      );
    const missing = scene.skins[skin]?.joints.find((joint) => !inScene.has(joint));
    if (missing !== undefined)
      file.warnOnce(
        'gltf/broken-rule',
        at,
        `node ${missing} is a joint of the skin, but not in the scene; the skin is used with it`,
        'joints',
        'Add the root of the skeleton to the scene.',
      );
  }
}

/** A primitive may be used with several skins, so its joints are checked against each. */
function checkJoints(file: GltfFile, { meshes, skins, nodes }: Scene, visited: readonly number[]): void {
  const largestJoints = new Map<Uint16Array, number>();
  for (const index of visited) {
    const node = nodes[index];
    if (node === undefined) continue;
    const skin = node.skin === undefined ? undefined : skins[node.skin];
    if (skin === undefined || node.mesh === undefined) continue;
    const { primitives = [], lines = [] } = meshes[node.mesh] ?? {};
    for (const { joints, origin } of [...primitives, ...lines]) {
      if (joints === undefined) continue;
      // Computed once: many nodes may use the same mesh, each with its own skin.
      if (!largestJoints.has(joints)) largestJoints.set(joints, maxOf(joints));
      if ((largestJoints.get(joints) ?? 0) < skin.joints.length) continue;
      const bad = joints.findIndex((joint) => joint >= skin.joints.length);
      throw new AssetError({
        code: 'gltf/bad-joint',
        file: file.context.path,
        where: origin,
        message: `vertex ${Math.floor(bad / 4)} is bound to joint ${joints[bad]}, but the skin has only ${plural(skin.joints.length, 'joint')}`,
      });
    }
  }
}

function maxOf(numbers: Uint16Array): number {
  let max = 0;
  for (let i = 0; i < numbers.length; i++) max = Math.max(max, numbers[i] ?? 0);
  return max;
}
