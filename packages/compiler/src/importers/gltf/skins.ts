// Skins: joints with their rest pose, inverse bind matrices and parents among the joints.

import { compose, decompose, isIdentity } from '../../model/matrix.js';
import type { Matrix, NodeModel, SkinModel } from '../../model/scene.js';
import type { Accessors } from './accessor.js';
import { FLOAT } from './component-types.js';
import { firstNotFinite } from './finite.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** SKIN rows hold 16-bit joint indices. */
const MOST_JOINTS = 65536;

export async function readSkins(
  file: GltfFile,
  accessors: Accessors,
  nodes: readonly NodeModel[],
): Promise<readonly SkinModel[]> {
  const skins: SkinModel[] = [];
  for (const [index, skin] of file.list('skins').entries())
    skins.push(await readSkin(file, accessors, nodes, skin, index));
  return skins;
}

async function readSkin(
  file: GltfFile,
  accessors: Accessors,
  nodes: readonly NodeModel[],
  skin: JsonNode,
  index: number,
): Promise<SkinModel> {
  const list = skin.require('joints');
  if (list.length === 0) list.fail('gltf/bad-joint', 'the skin has no joints');
  if (list.length > MOST_JOINTS) list.fail('gltf/bad-joint', `${list.length} joints are more than ${MOST_JOINTS}`);
  const joints = list.items().map((reference) => file.follow(reference, 'nodes').index);
  const seat = new Map<number, number>();
  for (const [i, joint] of joints.entries()) {
    if (seat.has(joint)) list.at(i).fail('gltf/bad-joint', `node ${joint} is joint ${seat.get(joint)} already`);
    seat.set(joint, i);
  }
  const rest = new Float32Array(joints.length * 10);
  const parents = new Int32Array(joints.length).fill(-1);
  for (const [i, joint] of joints.entries()) rest.set(restPose(file, joint, index === 0), i * 10);
  if (index === 0) findParents(file, nodes, joints, seat, parents);
  return { joints, inverseBinds: await inverseBinds(accessors, skin, joints.length), rest, parents };
}

function restPose(file: GltfFile, joint: number, exported: boolean): readonly number[] {
  const node = file.element('nodes', joint);
  const matrix = node.get('matrix');
  if (matrix === undefined)
    return [
      ...(node.get('translation')?.numbers(3) ?? [0, 0, 0]),
      ...(node.get('rotation')?.numbers(4) ?? [0, 0, 0, 1]),
      ...(node.get('scale')?.numbers(3) ?? [1, 1, 1]),
    ];
  const given = Float64Array.from(matrix.numbers(16));
  const { translation, rotation, scale } = decompose(given);
  if (exported && differs(given, compose(translation, rotation, scale)))
    file.warnOnce('gltf/sheared-joint', matrix, 'the matrix of a joint is sheared; its shear is dropped');
  const pose = [...translation, ...rotation, ...scale];
  if (!pose.every((n) => Number.isFinite(Math.fround(n))))
    matrix.fail('gltf/not-finite', 'the matrix of a joint leaves the range of 32-bit floats');
  return pose;
}

function differs(a: Matrix, b: Matrix): boolean {
  let largest = 1e-30;
  for (const value of a) largest = Math.max(largest, Math.abs(value));
  return a.some((value, i) => Math.abs(value - (b[i] ?? 0)) > largest * 1e-4);
}

/**
 * The nearest ancestor of each joint that is one too; warns where a node that is no joint lies between and moves things.
 * Climbs until it meets what another joint has passed: a deep file must not be climbed once for each joint.
 */
function findParents(
  file: GltfFile,
  nodes: readonly NodeModel[],
  joints: readonly number[],
  seat: ReadonlyMap<number, number>,
  parents: Int32Array,
): void {
  /** Node between joints → the joint above it, −1 for none. */
  const above = new Map<number, number>();
  for (const [i, joint] of joints.entries()) {
    const passed: number[] = [];
    let up = nodes[joint]?.parent;
    for (; up !== undefined && !seat.has(up) && !above.has(up); up = nodes[up]?.parent) passed.push(up);
    const found = up === undefined ? -1 : (seat.get(up) ?? above.get(up) ?? -1);
    for (const node of passed) {
      above.set(node, found);
      warnAboutPlacement(file, nodes, node);
    }
    parents[i] = found;
  }
}

function warnAboutPlacement(file: GltfFile, nodes: readonly NodeModel[], index: number): void {
  const node = nodes[index];
  if (node !== undefined && !isIdentity(node.local, 1e-6))
    file.warnOnce(
      'gltf/skeleton-placement',
      file.element('nodes', index),
      `node ${node.name || index} is no joint, but transforms the joints below it; the skeleton is exported without that`,
    );
}

async function inverseBinds(accessors: Accessors, skin: JsonNode, count: number): Promise<Float32Array> {
  const reference = skin.get('inverseBindMatrices');
  if (reference === undefined) {
    const identities = new Float32Array(count * 16);
    for (let i = 0; i < identities.length; i++) identities[i] = (i % 16) % 5 === 0 ? 1 : 0;
    return identities;
  }
  const info = accessors.info(reference, ['MAT4'], [FLOAT]);
  if (info.count < count)
    info.node
      .require('count')
      .fail('gltf/bad-accessor', `${info.count} inverse bind matrices do not serve ${count} joints`);
  const matrices = (await accessors.floats(info)).slice(0, count * 16);
  const bad = firstNotFinite(matrices);
  if (bad >= 0) info.node.fail('gltf/not-finite', `inverse bind matrix ${Math.floor(bad / 16)} is not finite`);
  return matrices;
}
