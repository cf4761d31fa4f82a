// Reads nodes: local matrices and instances. Checks that they form trees.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { plural } from '../../../diagnostics/plural.js';
import { compose } from '../../../model/math/matrix.js';
import type { CameraModel, LightModel, Matrix, NodeModel, RestPose } from '../../../model/scene/scene.js';
import type { Accessors } from '../file/accessor.js';
import type { InstanceCount } from '../file/check-counts.js';
import { firstNotFinite } from '../file/finite.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { readWeights, targetCountOf } from '../geometry/meshes.js';
import { skipIfBroken } from '../skip-if-broken.js';
import { followLight } from './lights.js';
import { firstNonUnit, lengthText } from './unit-rotations.js';

/** The cameras and lights that nodes can refer to; undefined if one is broken. */
interface CamerasAndLights {
  readonly cameras: readonly (CameraModel | undefined)[];
  readonly lights: readonly (LightModel | undefined)[];
}

/** `instanceCount` counts instances before they are read. Errors of instances go to `broken`, if given: they matter only for nodes that are shown. */
export async function readNodes(
  file: GltfFile,
  accessors: Accessors,
  instanceCount: Pick<InstanceCount, 'add'>,
  camerasAndLights: CamerasAndLights = { cameras: [], lights: [] },
  broken?: Map<number, AssetError>,
): Promise<readonly NodeModel[]> {
  const nodes = file.list('nodes');
  const children = nodes.map((node) => childrenOf(file, node));
  const parents = findParents(nodes, children);
  const models: NodeModel[] = [];
  const instancesOf = async (index: number, node: JsonNode) => {
    try {
      return await readInstances(accessors, node, instanceCount);
    } catch (error) {
      if (broken === undefined || !(error instanceof AssetError)) throw error;
      broken.set(index, error);
      return { instances: undefined };
    }
  };
  for (const [index, node] of nodes.entries()) {
    const mesh = node.get('mesh');
    const skin = node.get('skin');
    models.push({
      name: node.name(),
      parent: parents[index],
      children: children[index] ?? [],
      ...readTransform(file, node),
      mesh: mesh === undefined ? undefined : file.follow(mesh, 'meshes').index,
      skin: mesh === undefined || skin === undefined ? undefined : file.follow(skin, 'skins').index,
      ...(mesh === undefined ? { instances: undefined } : await instancesOf(index, node)),
      ...(mesh === undefined ? {} : weightsOf(file, node, mesh)),
      ...readAttachments(file, node, camerasAndLights),
      origin: { pointer: node.pointer },
    });
  }
  return models;
}

/** The node's camera, light and visibility; broken ones are skipped. */
function readAttachments(
  file: GltfFile,
  node: JsonNode,
  { cameras, lights }: CamerasAndLights,
): Pick<NodeModel, 'camera' | 'light' | 'visible'> {
  const cameraNode = node.get('camera');
  const lightNode = node.get('extensions') && node.extension('KHR_lights_punctual');
  const visibilityNode = node.get('extensions') && node.extension('KHR_node_visibility');
  const camera = cameraNode && skipIfBroken(file, 'camera', cameraNode, () => file.follow(cameraNode, 'cameras').index);
  const light =
    lightNode && skipIfBroken(file, 'light', lightNode, () => followLight(file, lightNode.require('light')));
  const visible =
    visibilityNode && skipIfBroken(file, 'visibility', visibilityNode, () => visibilityNode.get('visible')?.boolean());
  return {
    ...(camera === undefined || cameras[camera] === undefined ? {} : { camera }),
    ...(light === undefined || lights[light] === undefined ? {} : { light }),
    ...(visible === undefined ? {} : { visible }),
  };
}

function weightsOf(file: GltfFile, node: JsonNode, mesh: JsonNode): Pick<NodeModel, 'weights'> {
  if (node.get('weights') === undefined) return {};
  const weights = readWeights(file, node, targetCountOf(file.follow(mesh, 'meshes').node));
  return weights === undefined ? {} : { weights };
}

function childrenOf(file: GltfFile, node: JsonNode): number[] {
  return (node.get('children')?.items() ?? []).map((child) => file.follow(child, 'nodes').index);
}

/** Fails if a node has two parents or is its own ancestor. */
function findParents(nodes: readonly JsonNode[], children: readonly (readonly number[])[]): (number | undefined)[] {
  const parents = new Array<number | undefined>(nodes.length).fill(undefined);
  for (const [index, list] of children.entries()) {
    for (const [position, child] of list.entries()) {
      if (parents[child] !== undefined)
        nodes[index]
          ?.require('children')
          .at(position)
          .fail('gltf/node-cycle', `node ${child} is already a child of node ${parents[child]}`);
      parents[child] = index;
    }
  }
  // Each node has at most one parent, so a node that no root reaches is part of a cycle.
  const reached = new Uint8Array(nodes.length);
  const stack = parents.flatMap((parent, index) => (parent === undefined ? [index] : []));
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    reached[index] = 1;
    for (const child of children[index] ?? []) stack.push(child);
  }
  const looped = reached.indexOf(0);
  if (looped >= 0) nodes[looped]?.fail('gltf/node-cycle', `node ${looped} is its own ancestor`);
  return parents;
}

function readTransform(file: GltfFile, node: JsonNode): { readonly local: Matrix; readonly rest?: RestPose } {
  const matrix = node.get('matrix');
  if (matrix !== undefined) {
    warnAboutTwoTransforms(file, node);
    return { local: Float64Array.from(matrix.numbers(16)) };
  }
  const translation = node.get('translation')?.numbers(3) ?? [0, 0, 0];
  const rotation = node.get('rotation')?.numbers(4) ?? [0, 0, 0, 1];
  if (firstNonUnit(rotation) >= 0)
    file.warnOnce(
      'gltf/broken-rule',
      node.require('rotation'),
      `the rotation of a node has the length ${lengthText(rotation)}, not 1; it is not normalized`,
      'rotation',
      'Normalize the quaternion, or export the file again.',
    );
  const scale = node.get('scale')?.numbers(3) ?? [1, 1, 1];
  return { local: compose(translation, rotation, scale), rest: { translation, rotation, scale } };
}

function warnAboutTwoTransforms(file: GltfFile, node: JsonNode): void {
  const other = ['translation', 'rotation', 'scale'].find((key) => node.get(key) !== undefined);
  if (other !== undefined)
    file.warnOnce(
      'gltf/broken-rule',
      node,
      `a node has both a matrix and a ${other}; only the matrix is used`,
      'matrix',
      `Remove the matrix, or translation, rotation and scale.`,
    );
}

/** EXT_mesh_gpu_instancing: one matrix per instance, with its components. */
async function readInstances(
  accessors: Accessors,
  node: JsonNode,
  instanceCount: Pick<InstanceCount, 'add'>,
): Promise<Pick<NodeModel, 'instances' | 'instancePoses'>> {
  const attributes = node.extension('EXT_mesh_gpu_instancing')?.get('attributes');
  if (attributes === undefined) return { instances: undefined };
  let count: number | undefined;
  const read = async (name: string, type: string): Promise<Float32Array | undefined> => {
    const reference = attributes.get(name);
    if (reference === undefined) return undefined;
    const info = accessors.info(reference, [type]);
    if (count !== undefined && info.count !== count)
      info.node
        .require('count')
        .fail('gltf/bad-accessor', `${name} has ${plural(info.count, 'instance')}, but another attribute has ${count}`);
    if (count === undefined) instanceCount.add(info.count, node);
    count = info.count;
    const values = await accessors.floats(info);
    const bad = firstNotFinite(values);
    if (bad >= 0) info.node.fail('gltf/not-finite', `number ${bad} of ${name} is not finite`);
    return values;
  };
  const translations = await read('TRANSLATION', 'VEC3');
  const rotations = await read('ROTATION', 'VEC4');
  const scales = await read('SCALE', 'VEC3');
  if (count === undefined) return { instances: undefined };
  const instances = new Float64Array(count * 16);
  const instancePoses = new Float32Array(count * 10);
  for (let i = 0; i < count; i++) {
    const translation = translations?.subarray(i * 3, i * 3 + 3) ?? [0, 0, 0];
    const rotation = rotations?.subarray(i * 4, i * 4 + 4) ?? [0, 0, 0, 1];
    const scale = scales?.subarray(i * 3, i * 3 + 3) ?? [1, 1, 1];
    instances.set(compose(translation, rotation, scale), i * 16);
    instancePoses.set(translation, i * 10);
    instancePoses.set(rotation, i * 10 + 3);
    instancePoses.set(scale, i * 10 + 7);
  }
  return { instances, instancePoses };
}
