// Turns cameras and lights of a scene into three's. Both look along −Z of their node.

import type { HsceneCamera, HsceneLight } from '@assetc/formats';
import * as THREE from 'three';

/** Stands for an infinite far plane. */
const FAR = 2e6;

export type AnyCamera = THREE.PerspectiveCamera | THREE.OrthographicCamera;
export type AnyLight = THREE.DirectionalLight | THREE.PointLight | THREE.SpotLight;

export function makeCamera(camera: HsceneCamera): AnyCamera {
  const far = camera.zfar === 0 ? FAR : camera.zfar;
  if (camera.type === 'orthographic') {
    const { xmag, ymag, znear } = camera;
    return new THREE.OrthographicCamera(-xmag, xmag, ymag, -ymag, znear, far);
  }
  const degrees = THREE.MathUtils.radToDeg(camera.yfov);
  return new THREE.PerspectiveCamera(degrees, camera.aspect === 0 ? 1 : camera.aspect, camera.znear, far);
}

export function makeLight({ type, color, intensity, range, innerCone, outerCone }: HsceneLight): AnyLight {
  const [red = 1, green = 1, blue = 1] = color;
  const linear = new THREE.Color().setRGB(red, green, blue, THREE.LinearSRGBColorSpace);
  if (type === 'point') return new THREE.PointLight(linear, intensity, range);
  const light =
    type === 'spot' ? new THREE.SpotLight(linear, intensity, range) : new THREE.DirectionalLight(linear, intensity);
  light.position.set(0, 0, 0);
  light.target.position.set(0, 0, -1);
  light.add(light.target);
  if (light instanceof THREE.SpotLight) setCones(light, innerCone, outerCone);
  return light;
}

export function setCones(light: THREE.SpotLight, innerCone: number, outerCone: number): void {
  light.angle = outerCone;
  light.penumbra = outerCone === 0 ? 0 : 1 - innerCone / outerCone;
}
