// What the user is told about their input: plain data, collected in memory, stored with the asset and replayed on cache hits.
// Only the command line prints it.

import type { DiagnosticCode } from './codes.js';

/** Errors fail an asset; warnings do not, unless a build is strict. */
export type Severity = 'error' | 'warning';

/** A place inside a file: text has lines and columns (from 1), JSON has pointers, binaries have byte offsets. */
export interface Place {
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly offset?: number;
}

/** What a user is told about their input: plain data, replayed when an asset is taken from the cache. */
export interface Diagnostic {
  /** Stable, `<area>/<what>`: declared in diagnostics/codes/<area>.ts, which docs/errors is generated from. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Relative to the input root with forward slashes, or the configuration file as the user named it. */
  readonly file?: string;
  readonly where?: Place;
  /** The cause, one sentence, without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** The user's input cannot be compiled. Caught in one place, where it fails the asset and nothing else. */
export class AssetError extends Error {
  readonly diagnostic: Diagnostic;
  /** Further errors of the same asset, where one step found several (a shader compiler lists all it sees). */
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
