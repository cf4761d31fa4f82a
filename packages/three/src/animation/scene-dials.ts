// The light and camera properties that scene clips animate, as dials on three's objects.

import * as THREE from 'three';
import { setCones } from '../model/lights-and-cameras.js';
import type { ModelTree } from '../model/model-tree.js';
import type { Dial } from './material-properties.js';

type Light = ModelTree['lights'][number][number];
type Camera = ModelTree['cameras'][number][number];

const one = (get: () => number, set: (value: number) => void): Dial => ({
  get: () => [get()],
  set: ([value = 0]) => set(value),
});

export function lightDial(light: Light, property: string): Dial | undefined {
  if (property === 'color')
    return {
      get: () => light.color.toArray(),
      set: ([red = 0, green = 0, blue = 0]) => light.color.setRGB(red, green, blue, THREE.LinearSRGBColorSpace),
    };
  if (property === 'intensity')
    return one(
      () => light.intensity,
      (value) => Object.assign(light, { intensity: value }),
    );
  if (property === 'range' && !(light instanceof THREE.DirectionalLight))
    return one(
      () => light.distance,
      (value) => Object.assign(light, { distance: value }),
    );
  if (!(light instanceof THREE.SpotLight)) return undefined;
  const inner = (): number => light.angle * (1 - light.penumbra);
  if (property === 'innerCone') return one(inner, (value) => setCones(light, value, light.angle));
  return property === 'outerCone'
    ? one(
        () => light.angle,
        (value) => setCones(light, inner(), value),
      )
    : undefined;
}

export function cameraDial(camera: Camera, property: string): Dial | undefined {
  const set = (fields: object): void => {
    Object.assign(camera, fields);
    camera.updateProjectionMatrix();
  };
  if (property === 'znear')
    return one(
      () => camera.near,
      (near) => set({ near }),
    );
  if (property === 'zfar')
    return one(
      () => camera.far,
      (far) => set({ far }),
    );
  if (camera instanceof THREE.PerspectiveCamera)
    return property === 'aspectOrXmag'
      ? one(
          () => camera.aspect,
          (aspect) => set({ aspect }),
        )
      : one(
          () => THREE.MathUtils.degToRad(camera.fov),
          (angle) => set({ fov: THREE.MathUtils.radToDeg(angle) }),
        );
  return property === 'aspectOrXmag'
    ? one(
        () => camera.right,
        (right) => set({ right, left: -right }),
      )
    : one(
        () => camera.top,
        (top) => set({ top, bottom: -top }),
      );
}
