// What mesh compilers need from their environment: a name for diagnostics, warnings, cancellation, and other threads.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Parallel } from '../../encoding/parallel.js';

export interface MeshContext {
  /** The source, for diagnostics. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal?: AbortSignal;
  /** Without it, everything runs on the current thread. */
  readonly parallel?: Parallel;
}
