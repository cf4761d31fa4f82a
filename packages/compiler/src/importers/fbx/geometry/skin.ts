// Skins: clusters of control points with their weights, each with its bone and its bind matrix.

import type { Matrix } from '../../../model/scene/scene.js';
import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf, textOf } from '../file/fbx-node.js';
import type { ImportContext } from '../import-context.js';
import type { SceneSpace } from '../scene/scene-space.js';
import { isSameBind, type RestPlaces, readInverseBind } from './bind-matrix.js';

const JOINTS_PER_VERTEX = 4;
/** Sums of larger ones are not finite as 32-bit floats; real ones are at most 1. */
const MAX_WEIGHT = 1e30;

export interface SkinData {
  /** Bones, in the order of joints; undefined for the root of the scene. One that is bound in two ways is in it twice. */
  readonly bones: readonly (FbxObject | undefined)[];
  /** From the mesh, with its geometric transform applied, to each bone; in meters. */
  readonly inverseBinds: readonly Matrix[];
  /** Four per control point. `bones.length` is the mesh's own node: for points without a weight. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  readonly hasUnbound: boolean;
}

/** The skin of a geometry; undefined if it has none with a bone. */
export function readSkin(
  context: ImportContext,
  document: FbxDocument,
  geometry: FbxObject,
  pointCount: number,
  space: SceneSpace,
  rest: RestPlaces,
): SkinData | undefined {
  const skins = document
    .childrenOf(geometry, 'Deformer', '')
    .map(({ object }) => object)
    .filter(({ subtype }) => subtype === 'Skin');
  const clusters = skins.flatMap((skin) => clustersOf(document, skin));
  if (clusters.length === 0) return undefined;
  const [skin = geometry] = skins;
  const type = textOf(skin.node, 'SkinningType');
  if (type === 'DualQuaternion' || type === 'Blend')
    context.warn(
      'fbx/unsupported',
      skin.place,
      `the skin of ${JSON.stringify(geometry.name)} is blended by dual quaternions; it is blended linearly here`,
    );
  const bound = clusters.flatMap((cluster) => {
    const inverseBind = readInverseBind(cluster.object, cluster.bone, space, rest);
    return inverseBind === undefined ? [] : [{ ...cluster, inverseBind }];
  });
  return gatherWeights(context, geometry, bound, pointCount);
}

interface Cluster {
  readonly object: FbxObject;
  readonly bone: FbxObject | undefined;
}

/** Clusters with a bone and weights. */
function clustersOf(document: FbxDocument, skin: FbxObject): Cluster[] {
  return document.childrenOf(skin, 'Deformer', '').flatMap(({ object }) => {
    const [bone] = document.childrenOf(object, 'Model', '');
    if (bone === undefined && !document.hasRoot(object)) return [];
    return [{ object, bone: bone?.object }];
  });
}

function gatherWeights(
  context: ImportContext,
  geometry: FbxObject,
  clusters: readonly (Cluster & { readonly inverseBind: Matrix })[],
  pointCount: number,
): SkinData {
  const joints = new Uint16Array(pointCount * JOINTS_PER_VERTEX);
  const weights = new Float32Array(pointCount * JOINTS_PER_VERTEX);
  const totals = new Float64Array(pointCount);
  const bones: (FbxObject | undefined)[] = [];
  const inverseBinds: Matrix[] = [];
  for (const { object, bone, inverseBind } of clusters) {
    const known = bones.findIndex(
      (each, i) => each === bone && isSameBind(inverseBinds[i] ?? inverseBind, inverseBind),
    );
    const joint = known < 0 ? bones.push(bone) - 1 : known;
    if (known < 0) inverseBinds.push(inverseBind);
    const indices = numbersOf(childOf(object.node, 'Indexes'));
    const values = numbersOf(childOf(object.node, 'Weights'));
    for (let i = 0; i < indices.length; i++) {
      const point = indices[i] ?? -1;
      const weight = values[i] ?? 0;
      if (!(point >= 0 && point < pointCount && weight > 0 && weight < MAX_WEIGHT)) continue;
      totals[point] = (totals[point] ?? 0) + weight;
      keepStrongest(joints, weights, point * JOINTS_PER_VERTEX, joint, weight);
    }
  }
  warnAboutLost(context, geometry, totals, weights);
  const hasUnbound = bindRest(joints, weights, totals, bones.length);
  return { bones, inverseBinds, joints, weights, hasUnbound };
}

function keepStrongest(joints: Uint16Array, weights: Float32Array, at: number, joint: number, weight: number): void {
  let weakest = at;
  for (let k = at; k < at + JOINTS_PER_VERTEX; k++) {
    if (joints[k] === joint && (weights[k] ?? 0) > 0) {
      weights[k] = (weights[k] ?? 0) + weight;
      return;
    }
    if ((weights[k] ?? 0) < (weights[weakest] ?? 0)) weakest = k;
  }
  if (weight <= (weights[weakest] ?? 0)) return;
  joints[weakest] = joint;
  weights[weakest] = weight;
}

function warnAboutLost(context: ImportContext, geometry: FbxObject, totals: Float64Array, weights: Float32Array): void {
  let [count, largest] = [0, 0];
  for (let point = 0; point < totals.length; point++) {
    const total = totals[point] ?? 0;
    let kept = 0;
    for (let k = 0; k < JOINTS_PER_VERTEX; k++) kept += weights[point * JOINTS_PER_VERTEX + k] ?? 0;
    const lost = total > 0 ? 1 - kept / total : 0;
    if (lost < 1e-5) continue;
    count++;
    largest = Math.max(largest, lost);
  }
  if (count > 0)
    context.warn(
      'fbx/merged-weights',
      geometry.place,
      `${count} points of ${JSON.stringify(geometry.name)} follow more than ${JOINTS_PER_VERTEX} bones; the strongest are kept, without up to ${Math.ceil(largest * 100)} % of the weight`,
    );
}

/** Points without a weight follow `joint`. Returns whether there are any. */
function bindRest(joints: Uint16Array, weights: Float32Array, totals: Float64Array, joint: number): boolean {
  let hasUnbound = false;
  for (let point = 0; point < totals.length; point++) {
    if ((totals[point] ?? 0) > 0) continue;
    hasUnbound = true;
    joints[point * JOINTS_PER_VERTEX] = joint;
    weights[point * JOINTS_PER_VERTEX] = 1;
  }
  return hasUnbound;
}
