// Skins of quantised vertices, whose inverse bind matrices undo the quantisation: as they are, bounds, levels' errors and meshlets would be in
// steps of the quantisation. One transform for all of their vertices moves them to where the rest pose shows them, and the matrices take it
// back, so that nothing skinned changes. Vertices that the source has as floats stay as they are, wherever they lie.

import { determinant, invertAffine, multiply } from '../../../model/matrix.js';
import type { Matrix, PrimitiveModel, SceneModel, SkinModel } from '../../../model/scene.js';
import { walkNodes } from '../../../model/walk-nodes.js';
import { WorldMatrices } from '../world-matrices.js';
import { type BoundVertices, boxAtRest, boxMoved, type Corners, weightOfJoints } from './rest-box.js';

/** Of the diagonal at rest: how far sides of the bounds may be off before vertices are moved. */
const FAR_OFF = 0.01;
/** Vertices are moved where that takes away at least this part of the distance: what poses do cannot be mended by one transform. */
const WORTH_IT = 0.5;

export function inRestSpace(scene: SceneModel): SceneModel {
  if (scene.skins.length === 0) return scene;
  const worlds = new WorldMatrices(scene.nodes);
  const bound = verticesOfSkins(scene);
  const skins = scene.skins.map((skin, i) => rebased(skin, bound.get(i) ?? [], worlds));
  return { ...scene, skins };
}

function verticesOfSkins({ nodes, roots, meshes }: SceneModel): ReadonlyMap<number, readonly QuantizedVertices[]> {
  const found = new Map<number, Set<QuantizedVertices>>();
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

interface QuantizedVertices extends BoundVertices {
  readonly isQuantized?: boolean;
}

const isBound = (primitive: Pick<PrimitiveModel, keyof QuantizedVertices>): primitive is QuantizedVertices =>
  primitive.joints !== undefined && primitive.weights !== undefined;

function rebased(skin: SkinModel, users: readonly QuantizedVertices[], worlds: WorldMatrices): SkinModel {
  if (!users.some(({ isQuantized }) => isQuantized)) return skin;
  const binds = skin.joints.map((_, i) => Float64Array.from(skin.inverseBinds.subarray(i * 16, i * 16 + 16)));
  const atRest = skin.joints.map((joint, i) => multiply(worlds.of(joint), binds[i] ?? new Float64Array(16)));
  const space = spaceOf(users, atRest);
  const back = space === undefined ? undefined : invertAffine(space);
  if (space === undefined || back === undefined) return skin;
  const inverseBinds = Float32Array.from(binds.flatMap((bind) => [...multiply(bind, back)]));
  return inverseBinds.every(Number.isFinite) ? { ...skin, inverseBinds, space } : skin;
}

/** What the heaviest joint does to its vertices at rest; undefined where they lie well as they are, or that is no better. */
function spaceOf(users: readonly BoundVertices[], atRest: readonly Matrix[]): Matrix | undefined {
  const weights = weightOfJoints(users, atRest.length);
  const heaviest = atRest[weights.indexOf(weights.reduce((most, weight) => Math.max(most, weight), 0))];
  // A mirror would turn triangles over that the skin turns back.
  if (heaviest === undefined || !isAffine(heaviest) || !(determinant(heaviest) > 0)) return undefined;
  const rest = boxAtRest(users, atRest);
  const off = distance(boxMoved(users, undefined), rest);
  const moved = distance(boxMoved(users, heaviest), rest);
  return off > FAR_OFF * diagonal(rest) && moved < WORTH_IT * off ? heaviest : undefined;
}

const isAffine = (m: Matrix): boolean => m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;

/** The farthest that a side is from the same of the other. */
const distance = (a: Corners, b: Corners): number =>
  a.reduce((most, side, i) => Math.max(most, Math.abs(side - (b[i] ?? 0))), 0);

function diagonal([x = 0, y = 0, z = 0, right = 0, top = 0, front = 0]: Corners): number {
  return Math.sqrt((right - x) ** 2 + (top - y) ** 2 + (front - z) ** 2);
}
