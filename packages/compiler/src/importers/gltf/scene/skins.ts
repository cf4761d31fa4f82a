// Reads skins: their joint nodes and inverse bind matrices.

import { plural } from '../../../diagnostics/plural.js';
import type { SkinModel } from '../../../model/scene/scene.js';
import type { Accessors } from '../file/accessor.js';
import { FLOAT } from '../file/component-types.js';
import { firstNotFinite } from '../file/finite.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { leaveOut } from '../skip-if-broken.js';

/** SKIN rows store 16-bit joint indices. */
const MAX_JOINTS = 65536;

/** A broken skin is left out with a warning, unless it is one of `used`. */
export async function readSkins(
  file: GltfFile,
  accessors: Accessors,
  used: ReadonlySet<number>,
): Promise<readonly SkinModel[]> {
  const skins: SkinModel[] = [];
  for (const [index, skin] of file.list('skins').entries())
    try {
      skins.push(await readSkin(file, accessors, skin));
    } catch (error) {
      if (used.has(index)) throw error;
      leaveOut(file, 'skin', skin, error);
      skins.push({ joints: [], inverseBinds: new Float32Array(0) });
    }
  return skins;
}

async function readSkin(file: GltfFile, accessors: Accessors, skin: JsonNode): Promise<SkinModel> {
  const list = skin.require('joints');
  if (list.length === 0) list.fail('gltf/bad-joint', 'the skin has no joints');
  if (list.length > MAX_JOINTS)
    list.fail(
      'gltf/bad-joint',
      `the skin has ${list.length} joints; the limit is ${MAX_JOINTS}`,
      'Split the skin, or remove joints that no vertex uses.',
    );
  const joints = list.items().map((reference) => file.follow(reference, 'nodes').index);
  const jointIndices = new Map<number, number>();
  for (const [i, joint] of joints.entries()) {
    if (jointIndices.has(joint))
      list
        .at(i)
        .fail(
          'gltf/bad-joint',
          `node ${joint} is already joint ${jointIndices.get(joint)}`,
          'Remove the second one from the skin.',
        );
    jointIndices.set(joint, i);
  }
  return { joints, inverseBinds: await readInverseBinds(file, accessors, skin, joints.length) };
}

async function readInverseBinds(
  file: GltfFile,
  accessors: Accessors,
  skin: JsonNode,
  count: number,
): Promise<Float32Array> {
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
      .fail(
        'gltf/bad-accessor',
        `${plural(info.count, 'inverse bind matrix', 'inverse bind matrices')} for ${plural(count, 'joint')}`,
      );
  const matrices = (await accessors.floats(info)).slice(0, count * 16);
  const bad = firstNotFinite(matrices);
  if (bad >= 0) info.node.fail('gltf/not-finite', `inverse bind matrix ${Math.floor(bad / 16)} is not finite`);
  const odd = firstProjective(matrices);
  if (odd >= 0)
    file.warnOnce(
      'gltf/broken-rule',
      info.node,
      `the last row of inverse bind matrix ${odd} is not 0 0 0 1; the matrix is stored as it is`,
      'inverse bind',
      'Export the skin again. Engines ignore the row, or scale or distort the vertices of the joint.',
    );
  return matrices;
}

/** Exporters round. */
const ROW_TOLERANCE = 1e-4;

/** The index of the first matrix that does not keep w, or −1. */
function firstProjective(matrices: Float32Array): number {
  for (let i = 3; i < matrices.length; i += 4)
    if (Math.abs((matrices[i] ?? 0) - (i % 16 === 15 ? 1 : 0)) > ROW_TOLERANCE) return Math.floor(i / 16);
  return -1;
}
