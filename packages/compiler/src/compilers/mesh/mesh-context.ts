// What mesh compilers need of the world: a name for diagnostics, somewhere to warn, and a way to be stopped.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

export interface MeshContext {
  /** The source, for diagnostics. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal?: AbortSignal;
}
