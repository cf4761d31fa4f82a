// Counts the files that are removed because their source yields to another asset, by the setting that would keep them. One line per setting.

import { plural } from '../text/units.js';

export class RemovedDuplicates {
  readonly #counts = new Map<string, number>();

  add(keptBy: string | null): void {
    if (keptBy !== null) this.#counts.set(keptBy, (this.#counts.get(keptBy) ?? 0) + 1);
  }

  lines(were: 'were' | 'would be'): readonly string[] {
    return [...this.#counts].map(
      ([keptBy, count]) =>
        `${plural(count, 'file')} ${count === 1 && were === 'were' ? 'was' : were} removed because other assets compile these images; ${keptBy} keeps them`,
    );
  }
}
