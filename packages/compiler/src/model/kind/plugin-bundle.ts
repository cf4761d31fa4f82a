// A plug-in as it is kept and handed to threads: plain data, the same bytes for all who load it.

/** A plug-in, bundled. */
export interface PluginBundle {
  /** As the configuration has it: `./tools/levels.ts`, `@studio/assetc-dialogue`. */
  readonly specifier: string;
  /** CommonJS: all that it is made of, but Node's own modules and assetc. */
  readonly code: string;
  /** From the code to the files that it was made of, whose names are relative to the configuration's folder. */
  readonly map: string;
  /** Of the content of every file in it, packages included, and of what the bundler made of them. */
  readonly digest: string;
  /** Absolute: every file in it. */
  readonly files: readonly string[];
}
