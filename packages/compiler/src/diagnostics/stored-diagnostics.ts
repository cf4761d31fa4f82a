// The door for diagnostics that come from a record or the store: another version may have written codes that this one does
// not have, and a code that no table explains must not get in.

import { isDiagnosticCode } from './codes.js';
import type { Diagnostic } from './diagnostic.js';

/** Whether this version knows the code of every one. What does not pass is compiled anew, which says it in today's words. */
export function areKnown(stored: readonly Pick<Diagnostic, 'code'>[]): boolean {
  return stored.every(({ code }) => isDiagnosticCode(code));
}
