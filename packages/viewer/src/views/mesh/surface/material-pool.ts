// Unused materials with our shaders, for the next model. Three frees a shader with its last material and would compile it again, so at
// least one of each stays.

import type { Material } from 'three';

/** Per kind. A model may have thousands of draws. */
export const MAX_UNUSED = 8;

export class MaterialPool<M extends Material> {
  readonly #unused = new Map<string, M[]>();
  readonly #kinds = new WeakMap<M, string>();

  /** Returns an unused material of the kind, or calls `make`. */
  take(kind: string, make: () => M): M {
    const material = this.#unused.get(kind)?.pop() ?? make();
    this.#kinds.set(material, kind);
    return material;
  }

  /** Returns a material that is no longer drawn. */
  release(material: M): void {
    const kind = this.#kinds.get(material);
    const unused = this.#unused.get(kind ?? '') ?? [];
    if (kind === undefined || unused.length >= MAX_UNUSED) {
      material.dispose();
      return;
    }
    unused.push(material);
    this.#unused.set(kind, unused);
  }
}
