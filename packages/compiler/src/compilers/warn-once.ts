// Reports each warning of a source only for the first place.

import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic, Place } from '../diagnostics/diagnostic.js';

interface WarningContext {
  /** The source. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

export type WarnAt = (code: DiagnosticCode, where: Place, message: string, hint?: string) => void;

/** Later warnings with the same code are dropped. */
export function warnOnce(context: WarningContext): WarnAt {
  const warned = new Set<DiagnosticCode>();
  return (code, where, message, hint) => {
    if (warned.has(code)) return;
    warned.add(code);
    context.warn({ code, file: context.path, where, message, ...(hint === undefined ? {} : { hint }) });
  };
}
