// BC1, BC3, BC4 and BC5 in wasm.

import { FormatEncoder } from '../blocks/format-encoder.js';
import { wasmBase64 } from '../generated/bc-wasm.js';

/** BC1 ignores alpha; BC4 reads red, BC5 red and green. */
export type BcFormat = 'bc1' | 'bc3' | 'bc4' | 'bc5';

export class BcEncoder extends FormatEncoder<BcFormat> {
  constructor() {
    super(wasmBase64, {
      bc1: { number: 0, blockBytes: 8 },
      bc3: { number: 1, blockBytes: 16 },
      bc4: { number: 2, blockBytes: 8 },
      bc5: { number: 3, blockBytes: 16 },
    });
  }
}
