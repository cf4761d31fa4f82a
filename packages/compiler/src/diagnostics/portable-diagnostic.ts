// A warning of a job. Equal files share the result of one job, so what depends on the name of a file is decided when the result is taken.

import type { Diagnostic } from './diagnostic.js';

export interface PortableDiagnostic extends Diagnostic {
  /** It is only reported for a file with one of these extensions, in lower case. */
  readonly onlyFor?: readonly string[];
}

/** Undefined if it does not apply to its file. */
export function forItsFile({ onlyFor, ...diagnostic }: PortableDiagnostic): Diagnostic | undefined {
  return onlyFor === undefined || onlyFor.includes(extensionOf(diagnostic.file ?? '')) ? diagnostic : undefined;
}

/** In lower case, without the dot; empty if there is none. */
export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
