// The warnings of a job. A file can contain a million mistakes of one type: the first ones are reported, the rest is counted.

import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';

/** Of one code, of one asset. */
const MAX_WARNINGS = 50;

export class JobWarnings {
  readonly #path: string;
  readonly #reported: PortableDiagnostic[] = [];
  readonly #counts = new Map<PortableDiagnostic['code'], number>();

  /** `path`: of the source, for warnings that name no other file. */
  constructor(path: string) {
    this.#path = path;
  }

  add(diagnostic: Omit<PortableDiagnostic, 'severity'>): void {
    if (diagnostic.onlyFor !== undefined) {
      // Most apply to no file, so they do not count.
      this.#reported.push({ file: this.#path, ...diagnostic, severity: 'warning' });
      return;
    }
    const count = (this.#counts.get(diagnostic.code) ?? 0) + 1;
    this.#counts.set(diagnostic.code, count);
    if (count <= MAX_WARNINGS) this.#reported.push({ file: this.#path, ...diagnostic, severity: 'warning' });
  }

  get all(): readonly PortableDiagnostic[] {
    const counted = [...this.#counts].filter(([, count]) => count > MAX_WARNINGS);
    return [
      ...this.#reported,
      ...counted.map(([code, count]): PortableDiagnostic => {
        const message = `${count - MAX_WARNINGS} more like the ${MAX_WARNINGS} before`;
        return { code, file: this.#path, severity: 'warning', message };
      }),
    ];
  }
}
