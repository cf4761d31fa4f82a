// The library: what `import … from 'assetc'` offers.

export { AssetError, type Diagnostic, type Place, type Severity } from './diagnostics/diagnostic.js';
