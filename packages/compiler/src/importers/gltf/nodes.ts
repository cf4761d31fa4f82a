// Nodes: local matrices, instances, and the proof that they form trees.

import { plural } from '../../diagnostics/plural.js';
import { compose } from '../../model/matrix.js';
import type { CameraModel, LightModel, Matrix, NodeModel, RestPose } from '../../model/scene.js';
import type { Accessors } from './accessor.js';
import type { InstanceCount } from './check-counts.js';
import { firstNotFinite } from './finite.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';
import { leaveOutBroken } from './leave-out-broken.js';
import { followLight } from './lights.js';
import { readWeights, targetsOfMesh } from './meshes.js';

/** What nodes carry besides meshes; undefined where one is broken. */
interface Carried {
  readonly cameras: readonly (CameraModel | undefined)[];
  readonly lights: readonly (LightModel | undefined)[];
}

/** `instanceCount` is told of instances before they are read. */
export async function readNodes(
  file: GltfFile,
  accessors: Accessors,
  instanceCount: Pick<InstanceCount, 'add'>,
  carried: Carried = { cameras: [], lights: [] },
): Promise<readonly NodeModel[]> {
  const nodes = file.list('nodes');
  const children = nodes.map((node) => childrenOf(file, node));
  const parents = findParents(nodes, children);
  const models: NodeModel[] = [];
  for (const [index, node] of nodes.entries()) {
    const mesh = node.get('mesh');
    const skin = node.get('skin');
    models.push({
      name: node.name(),
      parent: parents[index],
      children: children[index] ?? [],
      ...placement(node),
      mesh: mesh === undefined ? undefined : file.follow(mesh, 'meshes').index,
      skin: mesh === undefined || skin === undefined ? undefined : file.follow(skin, 'skins').index,
      ...(mesh === undefined ? { instances: undefined } : await readInstances(accessors, node, instanceCount)),
      ...(mesh === undefined ? {} : weightsOf(file, node, mesh)),
      ...whatItCarries(file, node, carried),
      origin: { pointer: node.pointer },
    });
  }
  return models;
}

/** Its camera, its light and whether it is hidden, as far as the file is right about them. */
function whatItCarries(
  file: GltfFile,
  node: JsonNode,
  { cameras, lights }: Carried,
): Pick<NodeModel, 'camera' | 'light' | 'visible'> {
  const given = node.get('camera');
  const lit = node.get('extensions') && node.extension('KHR_lights_punctual');
  const shown = node.get('extensions') && node.extension('KHR_node_visibility');
  const camera = given && leaveOutBroken(file, 'camera', given, () => file.follow(given, 'cameras').index);
  const light = lit && leaveOutBroken(file, 'light', lit, () => followLight(file, lit.require('light')));
  const visible = shown && leaveOutBroken(file, 'visibility', shown, () => shown.get('visible')?.boolean());
  return {
    ...(camera === undefined || cameras[camera] === undefined ? {} : { camera }),
    ...(light === undefined || lights[light] === undefined ? {} : { light }),
    ...(visible === undefined ? {} : { visible }),
  };
}

function weightsOf(file: GltfFile, node: JsonNode, mesh: JsonNode): Pick<NodeModel, 'weights'> {
  if (node.get('weights') === undefined) return {};
  const weights = readWeights(file, node, targetsOfMesh(file.follow(mesh, 'meshes').node));
  return weights === undefined ? {} : { weights };
}

function childrenOf(file: GltfFile, node: JsonNode): number[] {
  return (node.get('children')?.items() ?? []).map((child) => file.follow(child, 'nodes').index);
}

/** Fails where a node has two parents or is its own ancestor. */
function findParents(nodes: readonly JsonNode[], children: readonly (readonly number[])[]): (number | undefined)[] {
  const parents = new Array<number | undefined>(nodes.length).fill(undefined);
  for (const [index, list] of children.entries()) {
    for (const [place, child] of list.entries()) {
      if (parents[child] !== undefined)
        nodes[index]
          ?.require('children')
          .at(place)
          .fail('gltf/node-cycle', `node ${child} is already a child of node ${parents[child]}`);
      parents[child] = index;
    }
  }
  // With at most one parent each, what cannot be reached from a root is a cycle.
  const reached = new Uint8Array(nodes.length);
  const open = parents.flatMap((parent, index) => (parent === undefined ? [index] : []));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    reached[index] = 1;
    for (const child of children[index] ?? []) open.push(child);
  }
  const looped = reached.indexOf(0);
  if (looped >= 0) nodes[looped]?.fail('gltf/node-cycle', `node ${looped} is its own ancestor`);
  return parents;
}

function placement(node: JsonNode): { readonly local: Matrix; readonly rest?: RestPose } {
  const matrix = node.get('matrix');
  if (matrix !== undefined) return { local: Float64Array.from(matrix.numbers(16)) };
  const translation = node.get('translation')?.numbers(3) ?? [0, 0, 0];
  const rotation = node.get('rotation')?.numbers(4) ?? [0, 0, 0, 1];
  const scale = node.get('scale')?.numbers(3) ?? [1, 1, 1];
  return { local: compose(translation, rotation, scale), rest: { translation, rotation, scale } };
}

/** EXT_mesh_gpu_instancing: one matrix for each instance, and what it was made of. */
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
