// A message to the user about their input: plain data, collected in memory, stored with the asset and replayed on cache hits.
// Only the command line prints it.

import type { DiagnosticCode } from './codes.js';

/**
 * Errors fail an asset; warnings do not, unless a build is strict. A notice is about what a build uses (a cache, a farm), not about the
 * assets: the outputs are right, so it never fails a build.
 */
export type Severity = 'error' | 'warning' | 'notice';

/** A place inside a file: text has lines and columns (from 1), JSON has pointers, binaries have byte offsets. Both: a byte in the data at the pointer. */
export interface Place {
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly offset?: number;
}

/** A message to the user about their input: plain data, replayed if an asset comes from the cache. */
export interface Diagnostic {
  /** Stable, `<area>/<what>`: declared in diagnostics/codes/<area>.ts, which docs/errors is generated from. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Relative to the input root with forward slashes, or the configuration file as the user wrote it. */
  readonly file?: string;
  readonly where?: Place;
  /** The cause, one sentence, without a final period. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** The user's input cannot be compiled. Caught in one place, which fails this asset only. */
export class AssetError extends Error {
  readonly diagnostic: Diagnostic;
  /** More errors of the same asset, if one step found several (a shader compiler lists all it finds). */
  readonly also: readonly Diagnostic[];

  constructor(
    diagnostic: Omit<Diagnostic, 'severity'>,
    options?: { cause?: unknown; also?: readonly Diagnostic[] | undefined },
  ) {
    super(diagnostic.message, options);
    this.name = 'AssetError';
    this.diagnostic = { ...diagnostic, severity: 'error' };
    this.also = options?.also ?? [];
  }
}
