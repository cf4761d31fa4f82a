// The remedy in a code's declaration: the hint if a diagnostic has none.

import { codes, type DiagnosticCode } from './codes.js';

/** What to do about a code, for diagnostics without a hint. */
export function remedyOf(code: DiagnosticCode): string {
  return codes[code].remedy;
}
