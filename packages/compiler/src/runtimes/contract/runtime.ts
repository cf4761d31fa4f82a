// One entry of the table of runtimes: which files are written, what a runtime needs and keeps of a model, and how compiled files are
// converted. Settings, warnings, help and the tables of the guide derive from the entries. The code that does the work is loaded on
// first use.

import type { Converter } from './converter.js';
import type { MeshFormat } from './mesh-format.js';
import type { TextureFormat } from './texture-format.js';

export interface Runtime {
  /** Its name in `mesh.format` and `texture.format`. */
  readonly name: string;
  /** Its name in sentences. */
  readonly title: string;
  readonly mesh?: MeshFormat;
  readonly texture?: TextureFormat;
  readonly convert: {
    /** Values of `assetc convert --to`. */
    readonly targets: readonly string[];
    load(): Promise<Converter>;
  };
}
