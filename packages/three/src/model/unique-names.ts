// Names that tracks of animations can speak of: without the signs that three's paths use, and each once.

import { PropertyBinding } from 'three';

export class UniqueNames {
  readonly #used = new Map<string, number>();

  /** `fallback` where the source has none. */
  give(name: string, fallback: string): string {
    const clean = PropertyBinding.sanitizeNodeName(name === '' ? fallback : name);
    const count = this.#used.get(clean);
    if (count === undefined) {
      this.#used.set(clean, 0);
      return clean;
    }
    this.#used.set(clean, count + 1);
    return this.give(`${clean}_${count + 1}`, fallback);
  }
}
