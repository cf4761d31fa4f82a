// What was handed out and is given back by itself, not by a lease: textures, lists of materials.

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

  /** What is picked of a lease, which ends when that is given back. */
  holdLease<T, V extends object>(lease: Lease<T>, pick: (value: T) => V): V {
    const value = pick(lease.value);
    const earlier = this.#free.get(value);
    return this.hold(value, () => {
      // Loaded twice, released twice: what is left is the earlier hold.
      if (earlier !== undefined) this.#free.set(value, earlier);
      lease.release();
    });
  }

  release(asset: object): void {
    const free = this.#free.get(asset);
    this.#free.delete(asset);
    free?.();
  }

  /** However often each was handed out. */
  releaseAll(): void {
    for (const asset of [...this.#free.keys()]) while (this.has(asset)) this.release(asset);
  }
}
