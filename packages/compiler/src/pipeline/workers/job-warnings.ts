// What a compile warns of. A file can hold a million mistakes of one sort: the first ones are told, the others counted.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

/** Of one code, of one asset. */
const MOST_WARNINGS = 50;

export class JobWarnings {
  readonly #path: string;
  readonly #told: Diagnostic[] = [];
  readonly #counts = new Map<Diagnostic['code'], number>();

  /** `path`: of the source, where a warning names no other file. */
  constructor(path: string) {
    this.#path = path;
  }

  add(diagnostic: Omit<Diagnostic, 'severity'>): void {
    const count = (this.#counts.get(diagnostic.code) ?? 0) + 1;
    this.#counts.set(diagnostic.code, count);
    if (count <= MOST_WARNINGS) this.#told.push({ file: this.#path, ...diagnostic, severity: 'warning' });
  }

  get all(): readonly Diagnostic[] {
    const counted = [...this.#counts].filter(([, count]) => count > MOST_WARNINGS);
    return [
      ...this.#told,
      ...counted.map(([code, count]): Diagnostic => {
        const message = `${count - MOST_WARNINGS} more like the ${MOST_WARNINGS} before`;
        return { code, file: this.#path, severity: 'warning', message };
      }),
    ];
  }
}
