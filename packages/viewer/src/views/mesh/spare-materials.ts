// Materials of our own shaders that are not in use, for the next model. Three takes a shader for another one when no material has it any more, and
// would compile it again: so at least one of each stays.

import type { Material } from 'three';

/** Of each kind; a model may have thousands of draws. */
export const MOST_SPARE = 8;

export class SpareMaterials<M extends Material> {
  readonly #spare = new Map<string, M[]>();
  readonly #kinds = new WeakMap<M, string>();

  /** One of a kind; `make` makes it where none is spare. */
  take(kind: string, make: () => M): M {
    const material = this.#spare.get(kind)?.pop() ?? make();
    this.#kinds.set(material, kind);
    return material;
  }

  /** Nobody draws with it any more. */
  give(material: M): void {
    const kind = this.#kinds.get(material);
    const spare = this.#spare.get(kind ?? '') ?? [];
    if (kind === undefined || spare.length >= MOST_SPARE) {
      material.dispose();
      return;
    }
    spare.push(material);
    this.#spare.set(kind, spare);
  }
}
