// Lines for lights, cameras and the selected node; and the view through a camera of the scene.

import * as THREE from 'three';
import { isDark } from '../../theme/theme.js';
import type { ViewedModel } from '../mesh/plain-model.js';
import { OVERLAY_LAYER, type Stage } from '../stage/stage.js';

const CHOSEN = 0xf0b455;
const CONE_STEPS = 32;

function markOf(light: THREE.Light, size: number): THREE.Object3D | undefined {
  if (light instanceof THREE.PointLight) return new THREE.PointLightHelper(light, size, markColor(light));
  if (light instanceof THREE.SpotLight) return coneOf(light, size * 6);
  if (light instanceof THREE.DirectionalLight)
    return new THREE.DirectionalLightHelper(light, size * 2, markColor(light));
  return undefined;
}

/** The light's color; darker on a light background, for contrast. */
const markColor = (light: THREE.Light): THREE.Color => light.color.clone().multiplyScalar(isDark() ? 1 : 0.3);

/** As wide as the light's cone, limited to the scene's size: its range may be far larger. */
function coneOf(light: THREE.SpotLight, length: number): THREE.LineSegments {
  const points: number[] = [];
  const radius = length * Math.tan(Math.min(light.angle, 1.4));
  const rim = (step: number): number[] => {
    const turn = (step / CONE_STEPS) * 2 * Math.PI;
    return [Math.cos(turn) * radius, Math.sin(turn) * radius, -length];
  };
  for (let step = 0; step < CONE_STEPS; step++) {
    points.push(...rim(step), ...rim(step + 1));
    if (step % (CONE_STEPS / 4) === 0) points.push(0, 0, 0, ...rim(step));
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const lines = new THREE.LineSegments(
    geometry,
    new THREE.LineBasicMaterial({ color: markColor(light), toneMapped: false }),
  );
  light.updateWorldMatrix(true, false);
  lines.matrixAutoUpdate = false;
  lines.matrix.copy(light.matrixWorld);
  return lines;
}

export class SceneMarks {
  readonly #stage: Stage;
  readonly #model: ViewedModel;
  #shown: THREE.Object3D[] = [];

  constructor(stage: Stage, model: ViewedModel) {
    this.#stage = stage;
    this.#model = model;
  }

  show(hasMarks: boolean, node: number | undefined): void {
    this.#clear();
    this.#model.scene.updateMatrixWorld(true);
    const box = new THREE.Box3().setFromObject(this.#model.scene);
    const size = box.isEmpty() ? 1 : box.getBoundingSphere(new THREE.Sphere()).radius / 30;
    if (hasMarks) {
      for (const light of this.#model.lights) this.#add(markOf(light, size));
      for (const camera of this.#model.cameras) this.#add(this.#cone(camera, size));
    }
    const object = node === undefined ? undefined : this.#model.nodes[node];
    if (object !== undefined) {
      const around = new THREE.Box3().setFromObject(object);
      this.#add(around.isEmpty() ? undefined : new THREE.Box3Helper(around, CHOSEN));
      const axes = new THREE.AxesHelper(size * 3);
      axes.matrixAutoUpdate = false;
      axes.matrix.copy(object.matrixWorld);
      this.#add(axes);
    }
    this.#stage.invalidate();
  }

  /** Bounds of the model with nearby lights and cameras; distant ones would make it tiny. */
  get box(): THREE.Box3 {
    const box = new THREE.Box3().setFromObject(this.#model.scene, true);
    const { center, radius } = box.getBoundingSphere(new THREE.Sphere());
    const place = new THREE.Vector3();
    for (const each of [...this.#model.lights, ...this.#model.cameras]) {
      each.getWorldPosition(place);
      if (place.distanceTo(center) < radius * 4) box.expandByPoint(place);
    }
    return box;
  }

  /** Moves to a camera of the scene; the user can orbit from there. */
  lookThrough(index: number): void {
    const camera = this.#model.cameras[index];
    if (camera === undefined) return;
    const { camera: eye, controls } = this.#stage;
    camera.updateWorldMatrix(true, false);
    eye.position.setFromMatrixPosition(camera.matrixWorld);
    const forward = new THREE.Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const away = Math.max(1e-3, eye.position.distanceTo(controls.target));
    controls.target.copy(eye.position).addScaledVector(forward, away);
    controls.update();
    this.#stage.invalidate();
  }

  dispose(): void {
    this.#clear();
  }

  /** Limited to the scene's size: a distant far plane would hide everything. */
  #cone(camera: THREE.Camera, size: number): THREE.Object3D {
    const seen = camera.clone();
    if (seen instanceof THREE.PerspectiveCamera || seen instanceof THREE.OrthographicCamera) {
      seen.near = Math.min(seen.near, size);
      seen.far = Math.max(seen.near * 2, size * 6);
      seen.updateProjectionMatrix();
    }
    camera.updateWorldMatrix(true, false);
    camera.matrixWorld.decompose(seen.position, seen.quaternion, seen.scale);
    seen.updateMatrixWorld(true);
    return new THREE.CameraHelper(seen);
  }

  #add(mark: THREE.Object3D | undefined): void {
    if (mark === undefined) return;
    mark.traverse((each) => each.layers.set(OVERLAY_LAYER));
    this.#stage.scene.add(mark);
    this.#shown.push(mark);
  }

  #clear(): void {
    for (const mark of this.#shown) {
      mark.removeFromParent();
      mark.traverse((each) => {
        if (!(each instanceof THREE.Line || each instanceof THREE.Mesh)) return;
        each.geometry.dispose();
        for (const material of [each.material].flat()) material.dispose();
      });
    }
    this.#shown = [];
  }
}
