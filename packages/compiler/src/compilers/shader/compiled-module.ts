// The result of every back end: modules and diagnostics.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

export interface CompiledModule {
  /** The entry point's name in the source. */
  readonly entry: string;
  readonly stage: string;
  /** The file that was compiled. */
  readonly file: string;
  /** One entry point, called `main`. */
  readonly spirv: Uint8Array;
}

export interface BackendResult {
  readonly modules: readonly CompiledModule[];
  /** Errors and warnings of the compiler, with their positions in the sources. Without an error, everything compiled. */
  readonly diagnostics: readonly Diagnostic[];
}
