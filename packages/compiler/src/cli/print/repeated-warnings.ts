// In a terminal, a warning that repeats for other files is printed once; the other files follow before the summary.

import type { Diagnostic } from '../../index.js';
import { printable } from './format-diagnostic.js';
import { formatCount } from './units.js';

const MAX_NAMED_FILES = 5;

export class RepeatedWarnings {
  readonly #files = new Map<string, { readonly diagnostic: Diagnostic; readonly paths: string[] }>();

  /** Whether an equal warning about another file was printed before. */
  add(diagnostic: Diagnostic, path: string): boolean {
    const key = `${diagnostic.code} ${diagnostic.message}`;
    const known = this.#files.get(key);
    if (known === undefined) this.#files.set(key, { diagnostic, paths: [] });
    else known.paths.push(path);
    return known !== undefined;
  }

  /** `warning image/color-profile: 9 more files: a.png, b.png and 7 more`. */
  lines(): readonly string[] {
    return [...this.#files.values()]
      .filter(({ paths }) => paths.length > 0)
      .map(({ diagnostic: { severity, code }, paths }) => {
        const named = paths.slice(0, MAX_NAMED_FILES).map(printable).join(', ');
        const more = paths.length > MAX_NAMED_FILES ? ` and ${formatCount(paths.length - MAX_NAMED_FILES)} more` : '';
        const files = paths.length === 1 ? 'file' : 'files';
        return `the same ${severity} ${code} for ${formatCount(paths.length)} more ${files}: ${named}${more}`;
      });
  }
}
