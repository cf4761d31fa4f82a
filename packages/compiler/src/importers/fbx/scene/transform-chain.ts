// The transform of a model: T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. It is always a translation, a rotation
// and a scale, since only the last factor scales.

import type { FbxProperties } from '../document/fbx-properties.js';
import {
  add,
  inverseOf,
  NO_ROTATION,
  type Quaternion,
  rotate,
  rotationOfEuler,
  scaleBy,
  subtract,
  turn,
  type Vector,
} from './rotation.js';

/** `Lcl Translation`, `Lcl Rotation` (degrees) and `Lcl Scaling`: what animation changes. */
export interface LclTransform {
  readonly translation: Vector;
  /** Already combined if layers of animation combine rotations. */
  readonly rotation: Vector | Quaternion;
  readonly scaling: Vector;
}

export interface Pose {
  readonly translation: Vector;
  readonly rotation: Quaternion;
  readonly scale: Vector;
}

/** What surrounds a model's Lcl transform. */
export interface TransformChain {
  readonly rotationOrder: number;
  readonly preRotation: Quaternion;
  /** Already inverted. */
  readonly postRotation: Quaternion;
  readonly rotationPivot: Vector;
  readonly rotationOffset: Vector;
  readonly scalingPivot: Vector;
  readonly scalingOffset: Vector;
}

const ZERO: Vector = [0, 0, 0];
const ONE: Vector = [1, 1, 1];

export function readChain(properties: FbxProperties): TransformChain {
  const vector = (name: string): Vector => properties.vector(name) ?? ZERO;
  return {
    rotationOrder: properties.number('RotationOrder') ?? 0,
    preRotation: rotationOfEuler(vector('PreRotation')),
    postRotation: inverseOf(rotationOfEuler(vector('PostRotation'))),
    rotationPivot: vector('RotationPivot'),
    rotationOffset: vector('RotationOffset'),
    scalingPivot: vector('ScalingPivot'),
    scalingOffset: vector('ScalingOffset'),
  };
}

/** The transform at rest. */
export const readLcl = (properties: FbxProperties): LclTransform => ({
  translation: properties.vector('Lcl Translation') ?? ZERO,
  rotation: properties.vector('Lcl Rotation') ?? ZERO,
  scaling: properties.vector('Lcl Scaling') ?? ONE,
});

/** Relative to the parent, in the file's axes and unit. */
export function poseOf(chain: TransformChain, lcl: LclTransform): Pose {
  const { rotation: lclRotation } = lcl;
  const turned = lclRotation.length === 4 ? lclRotation : rotationOfEuler(lclRotation, chain.rotationOrder);
  const rotation = rotate(rotate(chain.preRotation, turned), chain.postRotation);
  const { scalingPivot, scalingOffset, rotationPivot, rotationOffset } = chain;
  const scaled = add(scalingOffset, subtract(scalingPivot, scaleBy(lcl.scaling, scalingPivot)));
  const pivoted = add(rotationPivot, turn(rotation, subtract(scaled, rotationPivot)));
  return {
    translation: add(lcl.translation, add(rotationOffset, pivoted)),
    rotation,
    scale: lcl.scaling,
  };
}

export const NO_POSE: Pose = { translation: ZERO, rotation: NO_ROTATION, scale: ONE };
