// The warnings of a job. A file can contain a million mistakes of one type: the first ones are reported, the rest is counted.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

/** Of one code, of one asset. */
const MAX_WARNINGS = 50;

export class JobWarnings {
  readonly #path: string;
  readonly #reported: Diagnostic[] = [];
  readonly #counts = new Map<Diagnostic['code'], number>();

  /** `path`: of the source, where a warning names no other file. */
  constructor(path: string) {
    this.#path = path;
  }

  add(diagnostic: Omit<Diagnostic, 'severity'>): void {
    const count = (this.#counts.get(diagnostic.code) ?? 0) + 1;
    this.#counts.set(diagnostic.code, count);
    if (count <= MAX_WARNINGS) this.#reported.push({ file: this.#path, ...diagnostic, severity: 'warning' });
  }

  get all(): readonly Diagnostic[] {
    const counted = [...this.#counts].filter(([, count]) => count > MAX_WARNINGS);
    return [
      ...this.#reported,
      ...counted.map(([code, count]): Diagnostic => {
        const message = `${count - MAX_WARNINGS} more like the ${MAX_WARNINGS} before`;
        return { code, file: this.#path, severity: 'warning', message };
      }),
    ];
  }
}
