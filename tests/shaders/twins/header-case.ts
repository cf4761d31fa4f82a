// A function of the shader headers, with what it must return.

import type { HeaderCall } from '../header-kernel.js';

/** The numbers of a plain argument; none for a row of a struct, whose bytes are given apart. */
export type Given = readonly number[];
export interface HeaderCase extends HeaderCall {
  /** How plain arguments are drawn: by default bits for words and −1 to 1 for floats. */
  readonly draw?: readonly ('unit' | 'fraction' | 'radiance' | 'small' | 'halfs' | undefined)[];
  readonly isExact?: true;
  twin(given: readonly Given[], bytes: readonly Uint8Array[]): readonly number[];
}
