// Moves skinned vertices to their rest positions in two cases. One transform is applied to all vertices of a skin, and the inverse bind matrices undo
// it, so that skinned positions do not change.
// Own space: the matrices undo a quantization, or the unit and axes of an FBX mesh. Otherwise bounds, level errors and meshlets would be in its
// units.
// Mirrored: the matrices mirror the vertices. Otherwise every posed triangle would show its back. glTF ignores the transform of a skinned mesh's node, so
// only the joints count.

import { determinant, invertAffine, multiply } from '../../../model/math/matrix.js';
import type { Matrix, PrimitiveModel, SceneModel, SkinModel } from '../../../model/scene/scene.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import { WorldMatrices } from '../scene/world-matrices.js';
import { isMirror } from '../vertices/transform-rows.js';
import { type BoundVertices, boxAtRest, boxTransformed, type Corners, weightOfJoints } from './rest-box.js';

/** Relative to the diagonal at rest: how much the bounds may differ before vertices are moved. */
const MAX_DIFFERENCE = 0.01;
/** Vertices are moved only if that removes at least this share of the difference: poses cannot be corrected by one transform. */
const MAX_REMAINING = 0.5;

export function moveToRestSpace(scene: SceneModel): SceneModel {
  if (scene.skins.length === 0) return scene;
  const worlds = new WorldMatrices(scene.nodes);
  const bound = verticesOfSkins(scene);
  const skins = scene.skins.map((skin, i) => rebaseSkin(skin, bound.get(i) ?? [], worlds));
  return { ...scene, skins };
}

function verticesOfSkins({ nodes, roots, meshes }: SceneModel): ReadonlyMap<number, readonly SkinnedVertices[]> {
  const found = new Map<number, Set<SkinnedVertices>>();
  for (const index of walkNodes(nodes, roots)) {
    const { mesh, skin } = nodes[index] ?? {};
    const { primitives = [], lines = [] } = (mesh === undefined ? undefined : meshes[mesh]) ?? {};
    if (skin === undefined) continue;
    const users = found.get(skin) ?? new Set();
    for (const primitive of [...primitives, ...lines]) if (isBound(primitive)) users.add(primitive);
    found.set(skin, users);
  }
  return new Map([...found].map(([skin, users]) => [skin, [...users]]));
}

interface SkinnedVertices extends BoundVertices {
  readonly hasOwnSpace?: boolean;
}

const isBound = (primitive: Pick<PrimitiveModel, keyof SkinnedVertices>): primitive is SkinnedVertices =>
  primitive.joints !== undefined && primitive.weights !== undefined;

function rebaseSkin(skin: SkinModel, users: readonly SkinnedVertices[], worlds: WorldMatrices): SkinModel {
  const binds = skin.joints.map((_, i) => Float64Array.from(skin.inverseBinds.subarray(i * 16, i * 16 + 16)));
  const atRest = skin.joints.map((joint, i) => multiply(worlds.of(joint), binds[i] ?? new Float64Array(16)));
  const hasOwnSpace = users.some((user) => user.hasOwnSpace);
  if (!hasOwnSpace && !atRest.some(isMirror)) return skin;
  const space = spaceOf(users, atRest, hasOwnSpace);
  const back = space === undefined ? undefined : invertAffine(space);
  if (space === undefined || back === undefined) return skin;
  const inverseBinds = Float32Array.from(binds.flatMap((bind) => [...multiply(bind, back)]));
  return inverseBinds.every(Number.isFinite) ? { ...skin, inverseBinds, space } : skin;
}

/**
 * The rest transform of a joint with a large weight. Undefined if the vertices are well placed already, or it is no improvement. Joints that mirror
 * decide if they move more than half of the mesh.
 */
function spaceOf(users: readonly BoundVertices[], atRest: readonly Matrix[], hasOwnSpace: boolean): Matrix | undefined {
  const weights = weightOfJoints(users, atRest.length);
  const mirrored = weights.map((weight, i) => (isMirror(atRest[i] ?? NOTHING) ? weight : 0));
  const isMirrored = sum(mirrored) > sum(weights) / 2;
  const heaviest = atRest[indexOfLargest(isMirrored ? mirrored : weights)];
  if (isMirrored) return heaviest !== undefined && isAffine(heaviest) ? heaviest : MIRROR;
  if (!hasOwnSpace || heaviest === undefined || !isAffine(heaviest) || !(determinant(heaviest) > 0)) return undefined;
  const rest = boxAtRest(users, atRest);
  const difference = maxSideDifference(boxTransformed(users, undefined), rest);
  const movedDifference = maxSideDifference(boxTransformed(users, heaviest), rest);
  return difference > MAX_DIFFERENCE * diagonal(rest) && movedDifference < MAX_REMAINING * difference
    ? heaviest
    : undefined;
}

const NOTHING = new Float64Array(16);
/** Of x. */
const MIRROR: Matrix = Float64Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const indexOfLargest = (values: Float64Array): number =>
  values.indexOf(values.reduce((max, value) => Math.max(max, value), 0));

const isAffine = (m: Matrix): boolean => m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;

/** The largest difference between corresponding sides. */
const maxSideDifference = (a: Corners, b: Corners): number =>
  a.reduce((max, side, i) => Math.max(max, Math.abs(side - (b[i] ?? 0))), 0);

function diagonal([x = 0, y = 0, z = 0, right = 0, top = 0, front = 0]: Corners): number {
  return Math.sqrt((right - x) ** 2 + (top - y) ** 2 + (front - z) ** 2);
}
