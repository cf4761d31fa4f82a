// What every back end answers: modules, and what it had to say.

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
  /** Errors and warnings of the compiler, at their places in the sources. No error: everything compiled. */
  readonly diagnostics: readonly Diagnostic[];
}
