// Files that go because their sources are left to others: counted by the setting that keeps them, and told in one line each.

import { plural } from './units.js';

export class LeftToOthers {
  readonly #counts = new Map<string, number>();

  add(keptBy: string | null): void {
    if (keptBy !== null) this.#counts.set(keptBy, (this.#counts.get(keptBy) ?? 0) + 1);
  }

  lines(were: 'were' | 'would be'): readonly string[] {
    return [...this.#counts].map(
      ([keptBy, count]) =>
        `${plural(count, 'file')} ${count === 1 && were === 'were' ? 'was' : were} removed because the sources that refer to the images have their own; ${keptBy} keeps them`,
    );
  }
}
