// Checks what importers promise about a scene, so that later steps need not.

import type { SceneModel } from '../../packages/compiler/src/model/scene/scene.js';

/** The first promise that a scene breaks. */
export function brokenPromise(scene: SceneModel): string | undefined {
  for (const { name, primitives } of scene.meshes)
    for (const { positions, indices, material, joints, weights, targets = [] } of primitives) {
      if (!positions.every(Number.isFinite)) return `mesh ${name} has positions that are not finite`;
      const count = positions.length / 3;
      if (indices.length % 3 !== 0 || indices.some((index) => index >= count)) return `mesh ${name} has bad indices`;
      if (material !== undefined && scene.materials[material] === undefined) return `mesh ${name} has no material`;
      if (weights?.every(Number.isFinite) === false) return `mesh ${name} has weights that are not finite`;
      if (joints !== undefined && joints.length !== count * 4) return `mesh ${name} has ${joints.length} joints`;
      if (targets.some((target) => target.positions?.length !== positions.length))
        return `mesh ${name} has bad targets`;
    }
  for (const [index, { name, local, parent, mesh, skin }] of scene.nodes.entries()) {
    if (!local.every(Number.isFinite)) return `node ${name} has a matrix that is not finite`;
    if (parent !== undefined && !scene.nodes[parent]?.children.includes(index)) return `node ${name} has a bad parent`;
    if (skin === undefined || mesh === undefined) continue;
    const joints = scene.skins[skin]?.joints.length ?? 0;
    const all = scene.meshes[mesh]?.primitives ?? [];
    if (all.some((primitive) => primitive.joints?.some((joint) => joint >= joints))) return `node ${name} lacks joints`;
  }
  for (const { name, channels } of scene.animations)
    for (const { times, values } of channels) {
      if (times.length === 0 || !values.every(Number.isFinite)) return `clip ${name} has bad keys`;
      if (times.some((time, i) => !(time >= 0 && (i === 0 || time > (times[i - 1] ?? 0)))))
        return `clip ${name} has bad times`;
    }
  return undefined;
}
