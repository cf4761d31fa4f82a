// A bundled plug-in as it is stored and sent to threads: plain data, the same bytes everywhere.

/** A plug-in, bundled. */
export interface PluginBundle {
  /** As in the configuration: `./tools/levels.ts`, `@studio/assetc-dialogue`. */
  readonly specifier: string;
  /** CommonJS: everything except Node's own modules and assetc. */
  readonly code: string;
  /** Source map from the code to its files, whose names are relative to the configuration's folder. */
  readonly map: string;
  /** Digest of every file in it, packages included, and of the bundled code. */
  readonly digest: string;
  /** Absolute: every file in it. */
  readonly files: readonly string[];
}
