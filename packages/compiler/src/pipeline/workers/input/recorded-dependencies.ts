// The dependencies of a job, each once.

import type { Dependency } from '../../cache/record.js';

export class RecordedDependencies {
  readonly #byKey = new Map<string, Dependency>();

  /** `key` identifies the dependency. A later one with the same key replaces the earlier. */
  record(key: string, dependency: Dependency): void {
    this.#byKey.set(key, dependency);
  }

  get(key: string): Dependency | undefined {
    return this.#byKey.get(key);
  }

  all(): readonly Dependency[] {
    return [...this.#byKey.values()];
  }
}
