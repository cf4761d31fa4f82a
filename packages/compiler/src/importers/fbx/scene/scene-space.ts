// From the file's unit and axes to meters, right-handed, Y up, Z to the front. Lengths are scaled where they are stored; the turn of the
// axes is in the nodes below the root. Left-handed files are mirrored along Z in the space of every node: cameras and lights, which point
// along X and Y, need no exception.

import { decompose, identity } from '../../../model/math/matrix.js';
import type { FbxProperties } from '../document/fbx-properties.js';
import { NO_ROTATION, type Quaternion, rotate, turn, type Vector } from './rotation.js';
import type { Pose } from './transform-chain.js';

export interface SceneSpace {
  /** Meters per unit of the file. */
  readonly unit: number;
  readonly isMirrored: boolean;
  /** Turns the axes, after mirroring. */
  readonly rotation: Quaternion;
}

export function readSpace(settings: FbxProperties): SceneSpace {
  const factor = settings.number('UnitScaleFactor') ?? 1;
  const unit = factor > 0 && Number.isFinite(1 / factor) ? factor / 100 : 0.01;
  const turned = identity().fill(0);
  turned[15] = 1;
  const axes = [
    ['CoordAxis', 0],
    ['UpAxis', 1],
    ['FrontAxis', 2],
  ] as const;
  const used = new Set<number>();
  for (const [name, row] of axes) {
    const axis = settings.number(name) ?? row;
    const sign = (settings.number(`${name}Sign`) ?? 1) < 0 ? -1 : 1;
    used.add(axis);
    turned[axis * 4 + row] = sign;
  }
  const isKnown = used.size === 3 && [0, 1, 2].every((axis) => used.has(axis));
  if (!isKnown) return { unit, isMirrored: false, rotation: NO_ROTATION };
  const isMirrored = determinantSign(turned) < 0;
  if (isMirrored) for (let row = 0; row < 3; row++) turned[8 + row] = -(turned[8 + row] ?? 0);
  return { unit, isMirrored, rotation: decompose(turned).rotation };
}

function determinantSign(m: Float64Array): number {
  const at = (column: number, row: number): number => m[column * 4 + row] ?? 0;
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(1, 0) * (at(0, 1) * at(2, 2) - at(0, 2) * at(2, 1)) +
    at(2, 0) * (at(0, 1) * at(1, 2) - at(0, 2) * at(1, 1))
  );
}

/** A point or an offset in the space of a node. */
function convertPoint({ unit, isMirrored }: SceneSpace, [x, y, z]: Vector): Vector {
  return [x * unit, y * unit, (isMirrored ? -z : z) * unit];
}

const convertRotation = ({ isMirrored }: SceneSpace, q: Quaternion): Quaternion =>
  isMirrored ? [-q[0], -q[1], q[2], q[3]] : q;

/** `isRoot`: it has no parent. */
export function convertPose(space: SceneSpace, pose: Pose, isRoot: boolean): Pose {
  const translation = convertPoint(space, pose.translation);
  const rotation = convertRotation(space, pose.rotation);
  if (!isRoot) return { translation, rotation, scale: pose.scale };
  return {
    translation: turn(space.rotation, translation),
    rotation: rotate(space.rotation, rotation),
    scale: pose.scale,
  };
}
