// What a project says in its vite.config.

/** How assets are compiled and shipped; all of it has defaults. */
export interface AssetcOptions {
  /** The configuration, relative to Vite's root. By default the nearest `assetc.yml`, there or above. */
  readonly config?: string;
  /** A preset of the configuration. */
  readonly preset?: string;
  /** What `vite build` ships: every file under a hashed name (`files`, the default), or one `pack` that is read by HTTP ranges. */
  readonly emit?: 'files' | 'pack';
  /** Where the types of `assetc:` imports are written, relative to Vite's root; false: nowhere. By default `src/assetc.d.ts` in projects with a tsconfig.json. */
  readonly types?: string | false;
  /** Reload the page where an asset that it uses has changed and nobody listens (`onChange`). True by default. */
  readonly reload?: boolean;
  /** Threads; by default as many as the machine offers. */
  readonly jobs?: number;
}
