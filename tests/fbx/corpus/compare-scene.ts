// Everything at rest: counts, boxes, places of nodes, materials, skins, blend shapes, cameras and lights.

import type { Matrix, SceneModel } from '../../../packages/compiler/src/model/scene/scene.js';
import { type Facts, maxInfluences, sizeOf } from './facts.js';
import { boxOf, PosedScene } from './posed-scene.js';

/** Old code pages are read as Latin-1 here, and as replacement characters there. */
const plain = (name: string): string => name.replaceAll(/[\u0080-\u00ff]/g, '\ufffd');

/** What differs, in words. */
export function compareScene(scene: SceneModel, facts: Facts): string[] {
  const posed = new PosedScene(scene);
  const found: string[] = [];
  const undeformed = posed.primitives(false);
  const triangles = undeformed.reduce((sum, { primitive }) => sum + primitive.indices.length / 3, 0);
  if (triangles !== facts.triangles) found.push(`${triangles} triangles, not ${facts.triangles}`);
  const isSameBox = (ours: readonly number[], box: Facts['box'], share: number): boolean =>
    triangles === 0 ||
    box === undefined ||
    box.every((n, i) => n === null || Math.abs(n - (ours[i] ?? 0)) <= share * sizeOf(facts));
  if (!isSameBox(boxOf(undeformed), facts.box, 2e-4)) found.push('the box');
  if (!isSameBox(boxOf(posed.primitives(true)), facts.restBox, maxInfluences(facts) > 4 ? 0.01 : 2e-4))
    found.push('the box at rest');
  for (const { name } of facts.materials)
    if (!scene.materials.some((material) => plain(material.name) === name))
      found.push(`material ${JSON.stringify(name)}`);
  return [
    ...found,
    ...compareNodes(scene, posed, facts),
    ...compareDeformers(scene, facts),
    ...compareObjects(scene, posed, facts),
  ];
}

/** Cameras and lights point elsewhere in glTF; their positions are the same. */
function compareNodes(scene: SceneModel, posed: PosedScene, facts: Facts): string[] {
  return facts.nodes.flatMap(({ name, world, attr }) => {
    const parts = attr === 'camera' || attr === 'light' ? [9, 10, 11] : world.map((_, i) => i);
    const scale = Math.max(sizeOf(facts), ...world.map(Math.abs), 1e-3);
    const isSame = scene.nodes.some(
      (node, index) =>
        plain(node.name) === name &&
        parts.every((i) => {
          const at = Math.floor(i / 3) * 4 + (i % 3);
          return Math.abs((posed.world(index)[at] ?? 0) - (world[i] ?? 0)) <= 1e-4 * scale;
        }),
    );
    return isSame ? [] : [`the place of ${JSON.stringify(name)}`];
  });
}

/** Bones with weights are joints, and every shape of a channel is a target. */
function compareDeformers(scene: SceneModel, facts: Facts): string[] {
  const joints = new Set(
    scene.skins.flatMap((skin) => skin.joints.map((joint) => plain(scene.nodes[joint]?.name ?? ''))),
  );
  const targets = new Set(scene.meshes.flatMap(({ targetNames = [] }) => targetNames.map(plain)));
  return facts.instances.flatMap(({ skins = [], blendChannels = [] }) => [
    ...skins
      .flatMap((skin) => facts.skins?.[skin]?.clusters ?? [])
      .filter(({ name, weights }) => weights > 0 && name !== '' && !joints.has(name))
      .map(({ name }) => `joint ${JSON.stringify(name)}`),
    ...blendChannels
      .map((channel) => facts.blendChannels?.[channel])
      .filter((channel) => channel !== undefined && channel.shapes.length > 0 && !targets.has(channel.name))
      .map((channel) => `blend shape ${JSON.stringify(channel?.name)}`),
  ]);
}

const positionOf = (m: Matrix): number[] => [m[12] ?? 0, m[13] ?? 0, m[14] ?? 0];

/** Where glTF's cameras and lights point. */
function directionOf(m: Matrix): number[] {
  const axis = [8, 9, 10].map((i) => -(m[i] ?? 0));
  const length = Math.hypot(...axis) || 1;
  return axis.map((n) => n / length);
}

function compareObjects(scene: SceneModel, posed: PosedScene, facts: Facts): string[] {
  const tolerance = 1e-3 * Math.max(1, sizeOf(facts));
  const isNear = (a: readonly number[], b: readonly number[], within: number): boolean =>
    a.every((n, i) => Math.abs(n - (b[i] ?? 0)) <= within * Math.max(1, Math.abs(n)));
  const cameras = facts.cameras.filter(({ projection, position, forward, fovDegrees, near, far }) =>
    scene.nodes.every((node, index) => {
      const camera = node.camera === undefined ? undefined : scene.cameras?.[node.camera];
      if (camera === undefined) return true;
      const world = posed.world(index);
      if (!isNear(position, positionOf(world), tolerance) || !isNear(forward, directionOf(world), 1e-3)) return true;
      if (projection !== 'perspective' || camera.is !== 'perspective') return camera.is !== projection;
      const degrees = (camera.yfov * 180) / Math.PI;
      // 0 is written there if the file does not state it.
      const planes = [near || camera.znear, far || (camera.zfar ?? 0)];
      return !isNear([fovDegrees[1] ?? 0, ...planes], [degrees, camera.znear, camera.zfar ?? far], 1e-2);
    }),
  );
  const lights = facts.lights.filter(({ type, position, direction, color, intensity, outerDegrees }) => {
    const is = type === 'directional' || type === 'spot' ? type : 'point';
    return scene.nodes.every((node, index) => {
      const light = node.light === undefined ? undefined : scene.lights?.[node.light];
      if (light?.is !== is) return true;
      const world = posed.world(index);
      if (is !== 'directional' && !isNear(position, positionOf(world), tolerance)) return true;
      if (is !== 'point' && !isNear(direction, directionOf(world), 1e-3)) return true;
      // 0 is written there if the file does not state it.
      if (is === 'spot' && outerDegrees > 0 && !isNear([outerDegrees], [(light.outerCone * 360) / Math.PI], 1e-2))
        return true;
      return !isNear([...color, intensity], [...light.color, light.intensity], 1e-3);
    });
  });
  return [...cameras.map(() => 'a camera'), ...lights.map(({ type }) => `a light (${type})`)];
}
