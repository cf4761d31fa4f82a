// `vite-plugin-assetc`: compiles in Vite on start and on every save, and gives pages the addresses of compiled files.

export type { AssetcChange, AssetcEvent } from './client.js';
export type { AssetcOptions } from './options.js';
export { assetc, assetc as default } from './plugin.js';
