// The exports of `vite-plugin-assetc`.

export type { AssetcChange, AssetcEvent } from './client.js';
export type { AssetcOptions } from './options.js';
export { assetc, assetc as default } from './plugin.js';
