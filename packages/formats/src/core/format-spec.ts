// The structs and constants of one format, for its documentation page and the C header. Each format exports one of these;
// layouts/format-specs.ts lists them.

import type { Layout } from './struct.js';

/** A number with a name, as documentation and headers show it. */
export interface ConstantSpec {
  /** C spelling without the format's prefix: `MAGIC`, `FLAG_DOUBLE_SIDED`. */
  readonly name: string;
  readonly value: number;
  readonly doc: string;
}

/** All structs and constants of one format. */
export interface FormatSpec {
  /** docs/formats/<page>.md, which must have a region for every layout and one for the constants. */
  readonly page: string;
  /** Prefix of C names, in capitals: `HMESH` gives `ASSETC_HMESH_MAGIC`. Structs are named `Assetc` + the layout's name. */
  readonly prefix: string;
  /** One line, for the heading in the C header. */
  readonly doc: string;
  readonly constants: readonly ConstantSpec[];
  readonly layouts: readonly Layout[];
  /** Names of layouts that files do not place on their alignment, so that C reads them field by field even if castable. */
  readonly unaligned?: readonly string[];
}
