// What `import … from 'vite-plugin-assetc'` offers.

export type { AssetcChange, AssetcEvent } from './client.js';
export type { AssetcOptions } from './options.js';
export { assetc, assetc as default } from './plugin.js';
