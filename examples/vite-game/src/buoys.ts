// Buoys with lamps to light. A lit one appears again further on.

import type { AssetcModel } from '@assetc/three';
import * as THREE from 'three';

const REACH = 1.8;

export class Buoys {
  readonly group = new THREE.Group();
  /** A fixed seed: the same positions every time. */
  #seed = 3;

  constructor(models: readonly AssetcModel[]) {
    for (const { scene } of models) {
      this.group.add(scene);
      this.#place(scene, new THREE.Vector3());
    }
  }

  #random(): number {
    this.#seed = (this.#seed * 16807) % 2147483647;
    return this.#seed / 2147483647;
  }

  #place(buoy: THREE.Object3D, around: THREE.Vector3): void {
    const angle = this.#random() * 2 * Math.PI;
    const distance = 7 + 18 * this.#random();
    buoy.position.set(around.x + distance * Math.sin(angle), 0, around.z + distance * Math.cos(angle));
  }

  /** Returns how many lamps were lit by this call. */
  update(boat: THREE.Vector3, time: number): number {
    let lit = 0;
    for (const [i, buoy] of this.group.children.entries()) {
      if (buoy.position.distanceTo(boat) < REACH) {
        lit++;
        this.#place(buoy, boat);
      }
      buoy.position.y = 0.08 * Math.sin(time * 1.4 + i * 1.9);
      buoy.rotation.set(0.09 * Math.sin(time + i), 0, 0.09 * Math.cos(time * 1.2 + i * 2));
    }
    return lit;
  }
}
