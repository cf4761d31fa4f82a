// ETC2 and EAC in wasm.

import { FormatEncoder } from '../blocks/format-encoder.js';
import { wasmBase64 } from '../generated/etc2-wasm.js';

/** `etc2-rgb` ignores alpha; `eac-r11` reads red, `eac-rg11` red and green. */
export type Etc2Format = 'etc2-rgb' | 'etc2-rgba' | 'eac-r11' | 'eac-rg11';

export class Etc2Encoder extends FormatEncoder<Etc2Format> {
  constructor() {
    super(wasmBase64, {
      'etc2-rgb': { number: 0, blockBytes: 8 },
      'etc2-rgba': { number: 1, blockBytes: 16 },
      'eac-r11': { number: 2, blockBytes: 8 },
      'eac-rg11': { number: 3, blockBytes: 16 },
    });
  }
}
