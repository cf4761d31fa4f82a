// Scenes of nested models with every part of FBX's transform chain, at random.

import {
  geometry,
  model,
  scene,
  TRIANGLE,
  type WrittenProperties,
  type WrittenScene,
} from '../../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import { real, writeBinary } from '../../../packages/compiler/src/importers/fbx/testing/write-fbx.js';
import type { Random } from '../../long/random.js';

/** Right, up and front, as numbers and signs, right-handed. */
const AXES = [
  [0, 1, 2],
  [0, 2, -1],
  [0, -2, 1],
  [1, 2, 0],
  [2, 1, -0],
] as const;

const signOf = (axis: number): number => (axis < 0 || Object.is(axis, -0) ? -1 : 1);

export function settingsOf(random: Random): WrittenProperties {
  const [right, up, front] = random.one(AXES);
  return {
    CoordAxis: [Math.abs(right)],
    CoordAxisSign: [signOf(right)],
    UpAxis: [Math.abs(up)],
    UpAxisSign: [signOf(up)],
    FrontAxis: [Math.abs(front)],
    FrontAxisSign: [signOf(front)],
    UnitScaleFactor: [real(random.one([1, 2.54, 100]))],
  };
}

/**
 * Three models, each in the one before; the last has a geometric transform, which children would not inherit. `for`: who reads it. Blender
 * applies the rotation order to pre-rotations, too, does not invert post-rotations and loses shear; three.js applies the order to geometric
 * rotations. The corpus has all of them.
 */
export function chainOf(random: Random, settings: WrittenProperties, reader: 'blender' | 'three'): WrittenScene {
  const vector = (size: number, center = 0) =>
    [0, 1, 2].map(() => real(center + (random.below(2001) / 1000 - 1) * size));
  const isThree = reader === 'three';
  const models = [1, 2, 3].map((id) => {
    const hasOrder = isThree ? id < 3 : random.below(2) === 0;
    return model(id, `m${id}`, 'Mesh', {
      RotationActive: [1],
      InheritType: [1],
      ...(hasOrder ? { RotationOrder: [random.below(6)] } : {}),
      'Lcl Translation': vector(100),
      'Lcl Rotation': vector(180),
      'Lcl Scaling': vector(0.5, 1),
      ...(isThree || !hasOrder ? { PreRotation: vector(90) } : {}),
      ...(isThree ? { PostRotation: vector(90) } : {}),
      RotationPivot: vector(10),
      RotationOffset: vector(10),
      ScalingPivot: vector(10),
      ScalingOffset: vector(10),
      ...(id < 3 ? {} : { GeometricTranslation: vector(10), GeometricScaling: vector(0.5, 1) }),
      ...(id === 3 && isThree ? { GeometricRotation: vector(90) } : {}),
    });
  });
  const points = TRIANGLE.points.map((n) => n * 50);
  return {
    settings,
    objects: [...models, ...[11, 12, 13].map((id) => geometry(id, { ...TRIANGLE, points }))],
    connections: [
      [1, 0],
      [2, 1],
      [3, 2],
      [11, 1],
      [12, 2],
      [13, 3],
    ],
  };
}

/** In a form that both read. */
export const binaryOf = (written: WrittenScene, random: Random): Uint8Array =>
  writeBinary(scene(written), { version: random.one([7100, 7300, 7400, 7500, 7700]), deflates: random.below(2) === 0 });
