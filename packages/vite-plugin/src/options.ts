// The options in a project's vite.config.

/** How assets are compiled and shipped. Every option has a default. */
export interface AssetcOptions {
  /** The configuration file, relative to Vite's root. Default: the nearest `assetc.yml` there or above. */
  readonly config?: string;
  /** A preset of the configuration. */
  readonly preset?: string;
  /** What `vite build` ships: every file with a hashed name (`files`, the default), or one `pack` that is read by HTTP ranges. */
  readonly emit?: 'files' | 'pack';
  /**
   * Where to write the types of `assetc:` imports, relative to Vite's root; false for nowhere. Default: `src/assetc.d.ts` in projects with
   * a tsconfig.json.
   */
  readonly types?: string | false;
  /** Reload the page if an asset that it uses has changed and no `onChange` listener exists. Default: true. */
  readonly reload?: boolean;
  /** The dev server encodes textures quickly, at low quality. `vite build` never does. Default: false. */
  readonly draft?: boolean;
  /** Number of threads. Default: as many as the machine has. */
  readonly jobs?: number;
}
