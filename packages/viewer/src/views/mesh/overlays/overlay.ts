// Lines over a model: boxes around its draws, its skeleton, its edges.

import * as THREE from 'three';
import { isDark } from '../../../theme/theme.js';
import { OVERLAY_LAYER, type Stage } from '../../stage/stage.js';
import { boundsOf } from '../bounds.js';
import type { Draw } from '../draws.js';
import type { Look } from '../look.js';
import { Bones } from './bones.js';

export class Overlay {
  readonly #stage: Stage;
  readonly #wire = new THREE.MeshBasicMaterial({
    wireframe: true,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
    toneMapped: false,
  });
  #lines: THREE.Group | undefined;
  #bones: Bones | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  show(look: Look, model: THREE.Object3D, draws: readonly Draw[]): void {
    const group = new THREE.Group();
    if (look.bounds) group.add(...boundsOf(draws.filter((draw) => draw.object.visible)));
    if (look.skeleton) {
      this.#bones = new Bones(model);
      group.add(this.#bones);
    }
    group.traverse((each) => each.layers.set(OVERLAY_LAYER));
    this.#lines = group;
    this.#stage.scene.add(group);
    // Fine enough to see the surface through it.
    this.#wire.color.set(isDark() ? 0xffffff : 0x10131a);
    this.#wire.opacity = isDark() ? 0.16 : 0.24;
    this.#stage.wireframe = look.wireframe ? this.#wire : undefined;
  }

  /** Removes everything; it can be shown again. */
  clear(): void {
    this.#lines?.removeFromParent();
    this.#bones?.dispose();
    this.#bones = undefined;
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
