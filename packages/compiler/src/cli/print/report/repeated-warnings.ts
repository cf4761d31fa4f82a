// In a terminal, a warning that repeats for other files is printed once; the other files follow before the summary.

import type { Diagnostic } from '../../../index.js';
import { printable } from '../format-diagnostic.js';
import type { Paint } from '../text/style.js';
import { formatCount } from '../text/units.js';

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

  /** `warning image/color-profile: the profile is ignored; also in 9 more files: a.png, b.png and 7 more`. */
  lines(paint: Paint): readonly string[] {
    return [...this.#files.values()]
      .filter(({ paths }) => paths.length > 0)
      .map(({ diagnostic: { severity, code, message }, paths }) => {
        const named = paths.slice(0, MAX_NAMED_FILES).map(printable).join(', ');
        const more = paths.length > MAX_NAMED_FILES ? ` and ${formatCount(paths.length - MAX_NAMED_FILES)} more` : '';
        const files = `${formatCount(paths.length)} more ${paths.length === 1 ? 'file' : 'files'}`;
        const head = `${paint(severity, 'yellow', 'bold')} ${paint(code, 'dim')}`;
        return `${head}: ${printable(message)}; also in ${files}: ${named}${more}`;
      });
  }
}
