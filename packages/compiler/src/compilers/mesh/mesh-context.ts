// What mesh compilers need of the world: a name for diagnostics, somewhere to warn, and a way to be stopped, and other threads.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Parallel } from '../../encoding/parallel.js';

export interface MeshContext {
  /** The source, for diagnostics. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal?: AbortSignal;
  /** This thread does everything without. */
  readonly parallel?: Parallel;
}
