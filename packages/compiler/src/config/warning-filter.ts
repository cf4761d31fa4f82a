// Filters the warnings that the user has silenced, by code and optionally by file.

import { isNoticeCode } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { matchesGlob } from '../model/text/glob.js';
import type { IgnoredWarning } from './config.js';

export class WarningFilter {
  readonly #entries: readonly IgnoredWarning[];
  readonly #used = new Set<IgnoredWarning>();
  #silenced = 0;

  constructor(entries: readonly IgnoredWarning[]) {
    this.#entries = entries;
  }

  /** How many warnings and notices were filtered out. */
  get silenced(): number {
    return this.#silenced;
  }

  /** The diagnostics to report. Errors always are. */
  pass(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return this.#entries.length === 0 ? diagnostics : diagnostics.filter((diagnostic) => !this.#isSilenced(diagnostic));
  }

  /** A warning about each entry that silenced nothing, unless `isOpen` of its glob. A notice comes and goes with its server: its entry may wait. */
  unused(isOpen: (match: string | undefined) => boolean): readonly Diagnostic[] {
    return this.#entries
      .filter((entry) => !this.#used.has(entry) && !isOpen(entry.match) && !isNoticeCode(entry.code))
      .map(({ origin, code, match }) => ({
        code: 'config/unused-ignore',
        severity: 'warning',
        message: `${origin} (${code}${match === undefined ? '' : ` for ${JSON.stringify(match)}`}) silences no warning`,
      }));
  }

  #isSilenced({ severity, code, file }: Diagnostic): boolean {
    if (severity === 'error') return false;
    const fits = this.#entries.filter(
      (entry) =>
        entry.code === code && (entry.match === undefined || (file !== undefined && matchesGlob(entry.match, file))),
    );
    for (const entry of fits) this.#used.add(entry);
    if (fits.length > 0) this.#silenced++;
    return fits.length > 0;
  }
}
