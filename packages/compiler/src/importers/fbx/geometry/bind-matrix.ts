// From a mesh to a bone at the time of binding. Files store it as `Transform`, and the bone's place as `TransformLink`; some lack one or both.

import { compose, invertAffine, multiply } from '../../../model/math/matrix.js';
import type { Matrix } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';
import type { SceneSpace } from '../scene/scene-space.js';

/** Where the mesh and its bones are at rest, in meters. Undefined is the root of the scene. */
export interface RestPlaces {
  readonly mesh: () => Matrix;
  readonly bone: (bone: FbxObject | undefined) => Matrix;
}

/** In meters. Undefined if the cluster has no matrix that can be inverted. Without its own matrices it is bound as it rests. */
export function readInverseBind(
  cluster: FbxObject,
  bone: FbxObject | undefined,
  space: SceneSpace,
  rest: RestPlaces,
): Matrix | undefined {
  const stored = convertMatrix(space, numbersOf(childOf(cluster.node, 'Transform')));
  if (stored !== undefined) return stored;
  const link = convertMatrix(space, numbersOf(childOf(cluster.node, 'TransformLink')));
  const place = link === undefined ? rest.bone(bone) : multiply(compose([0, 0, 0], space.rotation, [1, 1, 1]), link);
  const inverse = invertAffine(place);
  const bind = inverse === undefined ? undefined : multiply(inverse, rest.mesh());
  return bind?.every((value) => Math.abs(value) < MAX_NUMBER) === true ? bind : undefined;
}

/** Products of a few of them are still finite as 32-bit floats. */
const MAX_NUMBER = 1e12;

/** To meters and, if the scene is mirrored, mirrored on both sides. Undefined if it is missing, all zeros or not finite. */
function convertMatrix({ unit, isMirrored }: SceneSpace, stored: ArrayLike<number>): Matrix | undefined {
  if (stored.length < 16) return undefined;
  const out = new Float64Array(16);
  for (let i = 0; i < 16; i++) {
    const isFlipped = isMirrored && (i % 4 === 2) !== (i >> 2 === 2);
    const value = (stored[i] ?? 0) * (i >= 12 && i < 15 ? unit : 1);
    if (!(Math.abs(value) < MAX_NUMBER)) return undefined;
    out[i] = isFlipped ? -value : value;
  }
  return out.subarray(0, 11).every((value) => value === 0) ? undefined : out;
}

/** Rounded differently, two matrices are still the same. */
const SAME = 1e-6;

export const isSameBind = (a: Matrix, b: Matrix): boolean =>
  a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= SAME * (1 + Math.abs(value)));
