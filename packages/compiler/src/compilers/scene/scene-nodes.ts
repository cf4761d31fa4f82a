// Converts nodes, instances, cameras and lights of a scene to rows.

import type { HsceneCamera, HsceneLight, HsceneNodeModel } from '@assetc/formats';
import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import { concatFloats } from '../../encoding/mesh/mesh-parts.js';
import { decompose, hasShear } from '../../model/math/matrix.js';
import type { CameraModel, LightModel, NodeModel, RestPose, SceneModel } from '../../model/scene/scene.js';
import { replaceZeroRotations } from './keys.js';
import type { SceneRows } from './scene-rows.js';

const NO_SUBMESHES = { firstSubmesh: 0, submeshCount: 0, firstLine: 0, lineCount: 0 };

/** What the other output files contain for its nodes. */
export interface NodeParts {
  /** By source node: its submeshes. */
  readonly ranges: ReadonlyMap<number, Partial<typeof NO_SUBMESHES>>;
  /** By source node: the row of SKEL that moves like it. */
  readonly joints: ReadonlyMap<number, number>;
  /** Whether vertices, including instances, are already transformed by their nodes. */
  readonly isBaked: boolean;
}

interface NodeRows {
  readonly nodes: readonly HsceneNodeModel[];
  /** Ten floats each. */
  readonly instances: Float32Array;
}

type Warn = (code: 'gltf/sheared-node', where: Place, message: string) => void;

export function nodeRows(
  scene: SceneModel,
  numbers: SceneRows,
  { ranges, joints, isBaked }: NodeParts,
  file: string,
  warn: Warn,
): NodeRows {
  const nodes: HsceneNodeModel[] = [];
  const instances: Float32Array[] = [];
  let firstInstance = 0;
  for (const index of numbers.visited) {
    const node = scene.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    const { translation, rotation, scale } = poseOf(node, file, warn);
    const poses = isBaked ? undefined : node.instancePoses;
    const instanceCount = (poses?.length ?? 0) / 10;
    nodes.push({
      name: node.name,
      visible: node.visible !== false,
      translation,
      rotation: rotation.every((n) => Math.fround(n) === 0) ? [0, 0, 0, 1] : rotation,
      scale,
      parent: rowOf(numbers.node, node.parent),
      ...NO_SUBMESHES,
      ...ranges.get(index),
      skin: node.skin ?? -1,
      camera: rowOf(numbers.camera, node.camera),
      light: rowOf(numbers.light, node.light),
      joint: joints.get(index) ?? -1,
      firstInstance: instanceCount === 0 ? 0 : firstInstance,
      instanceCount,
    });
    if (poses === undefined) continue;
    instances.push(replaceZeroRotations(poses, 10, 3));
    firstInstance += instanceCount;
  }
  return { nodes, instances: concatFloats(instances) };
}

const rowOf = (rows: ReadonlyMap<number, number>, index: number | undefined): number =>
  index === undefined ? -1 : (rows.get(index) ?? -1);

function poseOf({ rest, local, origin }: NodeModel, file: string, warn: Warn): RestPose {
  if (rest !== undefined) return rest;
  const pose = decompose(local);
  const numbers = [...pose.translation, ...pose.rotation, ...pose.scale];
  if (!numbers.every((n) => Number.isFinite(Math.fround(n))))
    throw new AssetError({
      code: 'gltf/not-finite',
      file,
      where: origin,
      message: 'the pose of a node is outside the range of 32-bit floats',
    });
  if (hasShear(local, pose))
    warn('gltf/sheared-node', origin, 'the matrix of a node has shear, which is left out of the .hscene');
  return pose;
}

export const cameraRows = ({ cameras = [] }: SceneModel): readonly HsceneCamera[] =>
  cameras.flatMap((camera) => (camera === undefined ? [] : [cameraRow(camera)]));

function cameraRow(camera: CameraModel): HsceneCamera {
  const { name, znear } = camera;
  if (camera.is === 'orthographic') {
    const { xmag, ymag, zfar } = camera;
    return { type: 'orthographic', name, xmag, ymag, znear, zfar };
  }
  return { type: 'perspective', name, aspect: camera.aspect ?? 0, yfov: camera.yfov, znear, zfar: camera.zfar ?? 0 };
}

export const lightRows = ({ lights = [] }: SceneModel): readonly HsceneLight[] =>
  lights.flatMap((light) => (light === undefined ? [] : [lightRow(light)]));

const lightRow = ({ is, range, ...light }: LightModel): HsceneLight => ({ ...light, type: is, range: range ?? 0 });
