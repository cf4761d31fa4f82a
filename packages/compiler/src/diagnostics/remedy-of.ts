// The remedy that a code's declaration states: the hint where a diagnostic brings none of its own.

import { codes, type DiagnosticCode } from './codes.js';

/** What to do about a code, for diagnostics that bring no hint of their own. */
export function remedyOf(code: DiagnosticCode): string {
  return codes[code].remedy;
}
