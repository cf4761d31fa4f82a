// Which properties of cameras, lights, materials and nodes can be animated, by the pointers that glTF has for them.

import type { CameraModel, LightModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { Surface } from '../materials/surface.js';
import type { AnimatedValue } from './pointer-channels.js';

const LENSES = {
  perspective: { yfov: 'yfov', aspectRatio: 'aspect', znear: 'znear', zfar: 'zfar' },
  orthographic: { xmag: 'xmag', ymag: 'ymag', znear: 'znear', zfar: 'zfar' },
} as const;

/** `read`: the camera with the properties of an object. */
export function cameraValues(
  index: number,
  object: FbxObject,
  model: FbxObject,
  read: (object: FbxObject) => CameraModel,
): readonly AnimatedValue[] {
  const { is } = read(object);
  return Object.entries(LENSES[is]).map(([name, key]) => ({
    pointer: `/cameras/${index}/${is}/${name}`,
    object,
    model,
    read: (at) => {
      const found = Object.entries(read(at)).find(([field]) => field === key)?.[1];
      return typeof found === 'number' ? [found] : undefined;
    },
  }));
}

export function lightValues(
  index: number,
  object: FbxObject,
  model: FbxObject,
  read: (object: FbxObject) => LightModel,
): readonly AnimatedValue[] {
  const value = (name: string, of: (light: LightModel) => readonly number[]): AnimatedValue => ({
    pointer: `/extensions/KHR_lights_punctual/lights/${index}/${name}`,
    object,
    model,
    read: (at) => of(read(at)),
  });
  return [
    value('color', ({ color }) => color),
    value('intensity', ({ intensity }) => [intensity]),
    ...(read(object).is === 'spot'
      ? [
          value('spot/innerConeAngle', ({ innerCone }) => [innerCone]),
          value('spot/outerConeAngle', ({ outerCone }) => [outerCone]),
        ]
      : []),
  ];
}

/** A map replaces the value that it is connected to, also in motion. */
export function materialValues(
  index: number,
  object: FbxObject,
  read: (object: FbxObject) => Surface,
): readonly AnimatedValue[] {
  const value = (name: string, of: (surface: Surface) => readonly number[] | undefined): AnimatedValue => ({
    pointer: `/materials/${index}/${name}`,
    object,
    read: (at) => of(read(at)),
  });
  return [
    value('pbrMetallicRoughness/baseColorFactor', ({ baseColor, opacity, maps }) =>
      maps.baseColor !== undefined || maps.opacity !== undefined ? undefined : [...baseColor, opacity],
    ),
    value('pbrMetallicRoughness/metallicFactor', ({ metallic, maps }) => (maps.metallic ? undefined : [metallic])),
    value('pbrMetallicRoughness/roughnessFactor', ({ roughness, maps }) => (maps.roughness ? undefined : [roughness])),
    value('emissiveFactor', ({ emissive, maps }) => (maps.emissive ? undefined : emissive)),
  ];
}

/** `isHidden`: of a model with the properties of some time. */
export const visibilityValue = (
  index: number,
  object: FbxObject,
  isHidden: (model: FbxObject) => boolean,
): AnimatedValue => ({
  pointer: `/nodes/${index}/extensions/KHR_node_visibility/visible`,
  object,
  isFlag: true,
  read: (at) => [isHidden(at) ? 0 : 1],
});
