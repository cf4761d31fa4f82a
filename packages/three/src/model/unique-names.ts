// Names that animation tracks can refer to: unique, and without the characters that three's paths use.

import { PropertyBinding } from 'three';

export class UniqueNames {
  readonly #used = new Map<string, number>();

  /** `fallback`: used if the source has no name. */
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
