// The boat: arrow keys or WASD, a little inertia, a little rocking, and a camera behind it.

import * as THREE from 'three';

const SPEED = 5;
const TURN = 1.3;

export class Boat {
  /** Position and heading; the model rocks inside. */
  readonly object = new THREE.Group();
  readonly #model: THREE.Object3D;
  readonly #keys = new Set<string>();
  #speed = 0;
  #rudder = 0;

  constructor(model: THREE.Object3D) {
    this.#model = model;
    this.object.add(model);
    addEventListener('keydown', ({ code }) => this.#keys.add(code));
    addEventListener('keyup', ({ code }) => this.#keys.delete(code));
  }

  #pressed(...codes: string[]): number {
    return codes.some((code) => this.#keys.has(code)) ? 1 : 0;
  }

  sail(seconds: number, time: number): void {
    const throttle = this.#pressed('ArrowUp', 'KeyW') - 0.5 * this.#pressed('ArrowDown', 'KeyS');
    const helm = this.#pressed('ArrowLeft', 'KeyA') - this.#pressed('ArrowRight', 'KeyD');
    const ease = 1 - Math.exp(-2 * seconds);
    this.#speed += (SPEED * throttle - this.#speed) * ease;
    this.#rudder += (helm - this.#rudder) * ease;
    this.object.rotation.y += this.#rudder * TURN * (this.#speed / SPEED) * seconds;
    this.object.translateZ(this.#speed * seconds);
    this.#model.position.y = 0.05 * Math.sin(time * 1.6);
    this.#model.rotation.set(
      0.03 * Math.sin(time * 1.3) - 0.02 * this.#speed,
      0,
      0.04 * Math.sin(time * 1.1) + 0.12 * this.#rudder * (this.#speed / SPEED),
    );
  }

  /** Follows behind and above, with a delay. */
  follow(camera: THREE.Camera, seconds: number): void {
    const wanted = this.object.localToWorld(new THREE.Vector3(2.3, 2.2, -5.0));
    const ease = camera.position.lengthSq() === 0 ? 1 : 1 - Math.exp(-3 * seconds);
    camera.position.lerp(wanted, ease);
    camera.lookAt(this.object.localToWorld(new THREE.Vector3(0, 0.5, 1.4)));
  }
}
