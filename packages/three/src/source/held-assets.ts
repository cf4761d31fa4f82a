// Assets that users release by the object, not by a lease: textures, lists of materials.

import type { Lease } from './shared-assets.js';

export class HeldAssets {
  readonly #free = new Map<object, () => void>();

  has(asset: object): boolean {
    return this.#free.has(asset);
  }

  hold<T extends object>(asset: T, free: () => void): T {
    this.#free.set(asset, free);
    return asset;
  }

  /** Returns `pick` of the lease's value. Releasing that object ends the lease. */
  holdLease<T, V extends object>(lease: Lease<T>, pick: (value: T) => V): V {
    const value = pick(lease.value);
    const earlier = this.#free.get(value);
    return this.hold(value, () => {
      // After the second of two loads is released, the first remains.
      if (earlier !== undefined) this.#free.set(value, earlier);
      lease.release();
    });
  }

  release(asset: object): void {
    const free = this.#free.get(asset);
    this.#free.delete(asset);
    free?.();
  }

  /** Also assets that were loaded several times. */
  releaseAll(): void {
    for (const asset of [...this.#free.keys()]) while (this.has(asset)) this.release(asset);
  }
}
