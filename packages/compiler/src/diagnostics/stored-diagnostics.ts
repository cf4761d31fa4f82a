// Checks diagnostics from a record or the store: another version may have written codes that this one does not have, and an unknown code
// cannot be explained.

import { isDiagnosticCode } from './codes.js';
import type { Diagnostic } from './diagnostic.js';

/** Whether this version knows every code. If not, the asset is compiled again, which reports current diagnostics. */
export function areKnown(stored: readonly Pick<Diagnostic, 'code'>[]): boolean {
  return stored.every(({ code }) => isDiagnosticCode(code));
}
