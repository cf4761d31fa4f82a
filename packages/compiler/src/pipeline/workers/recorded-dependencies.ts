// What a job has looked at, each look once.

import type { Dependency } from '../cache/record.js';

export class RecordedDependencies {
  readonly #looks = new Map<string, Dependency>();

  /** `key` tells looks apart; a later one of the same key takes the place of the earlier. */
  record(key: string, dependency: Dependency): void {
    this.#looks.set(key, dependency);
  }

  get(key: string): Dependency | undefined {
    return this.#looks.get(key);
  }

  all(): readonly Dependency[] {
    return [...this.#looks.values()];
  }
}
