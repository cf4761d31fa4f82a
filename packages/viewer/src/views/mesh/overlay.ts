// Lines over a model: boxes around its draws, its skeleton, its edges.

import * as THREE from 'three';
import { OVERLAY_LAYER, type Stage } from '../stage/stage.js';
import { boundsOf } from './bounds.js';
import type { Draw } from './draws.js';
import type { Look } from './look.js';

export class Overlay {
  readonly #stage: Stage;
  readonly #wire = new THREE.MeshBasicMaterial({
    wireframe: true,
    color: 0x000000,
    transparent: true,
    opacity: 0.45,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
    toneMapped: false,
  });
  #lines: THREE.Group | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  show(look: Look, model: THREE.Object3D, draws: readonly Draw[]): void {
    const group = new THREE.Group();
    if (look.bounds) group.add(...boundsOf(draws.filter((draw) => draw.object.visible)));
    if (look.skeleton) {
      const helper = new THREE.SkeletonHelper(model);
      for (const material of [helper.material].flat()) material.depthTest = false;
      helper.renderOrder = 10;
      group.add(helper);
    }
    group.traverse((each) => each.layers.set(OVERLAY_LAYER));
    this.#lines = group;
    this.#stage.scene.add(group);
    this.#stage.wireframe = look.wireframe ? this.#wire : undefined;
  }

  /** Removes everything; it can be shown again. */
  clear(): void {
    this.#lines?.removeFromParent();
    this.#lines?.traverse((each) => {
      if (!(each instanceof THREE.LineSegments)) return;
      each.geometry.dispose();
      each.material.dispose();
    });
    this.#lines = undefined;
    this.#stage.wireframe = undefined;
    this.#wire.dispose();
  }
}
