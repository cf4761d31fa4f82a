// `vite-plugin-assetc/types`: lets tsc pass before the plug-in has written the project's own assetc.d.ts, whose exact declarations
// win over this pattern. A script, not a module: only then are the declarations global.

/** The generated assetc.d.ts adds a member; from then on a name that it does not declare is an error where it is used. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the generated one
interface AssetcGeneratedTypes {}

declare module 'assetc:*' {
  import type { AssetcFiles } from 'vite-plugin-assetc/client';

  export type AssetPath = string;
  /** A URL, or for `assetc:` itself all files: which of the two is not known yet. */
  const asset: 'isWritten' extends keyof AssetcGeneratedTypes ? { readonly noSuchAsset: true } : string & AssetcFiles;
  export default asset;
}
