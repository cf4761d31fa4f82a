// The variants of a shader in memory.

/** A macro and its values, as texts. A macro that is not defined has the value `false`. */
export interface VariantAxis {
  readonly name: string;
  readonly values: readonly string[];
}

/** A compiled module. */
export interface VariantModule {
  /** Relative to the output folder: `sky/fragment.SHADOWS=1.QUALITY=2.spv`. */
  readonly path: string;
  /** The key of its path in the manifest. */
  readonly hash: bigint;
}

/** What a `.hvar` file contains. */
export interface Hvar {
  readonly axes: readonly VariantAxis[];
  /** Names of the entry points, as in the names of modules: `fragment`. */
  readonly entries: readonly string[];
  readonly modules: readonly VariantModule[];
  /**
   * For each entry point, the index of the module of each combination; 0xffffffff if it was not compiled. The last axis varies
   * fastest.
   */
  readonly cells: Uint32Array;
}
