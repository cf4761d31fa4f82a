// One entry of the table of target runtimes: which files are written for it, what it needs of a model and what it keeps, and how
// compiled files become its own. Settings, warnings, help and the tables of the guide follow from the entries, which are
// light: what does the work is loaded when it is first needed.

import type { Converter } from './converter.js';
import type { MeshFormat } from './mesh-format.js';
import type { TextureFormat } from './texture-format.js';

export interface Runtime {
  /** What `mesh.format` and `texture.format` call it. */
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  readonly mesh?: MeshFormat;
  readonly texture?: TextureFormat;
  readonly convert: {
    /** What `assetc convert --to` takes. */
    readonly targets: readonly string[];
    load(): Promise<Converter>;
  };
}
