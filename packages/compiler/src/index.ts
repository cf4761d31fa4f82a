// The library: what `import … from 'assetc'` offers. Typed, prints nothing, never ends the process.

export { userCacheFolder } from './config/cache-folder.js';
export type { Config, Layer, LayerValues } from './config/config.js';
export { type ConfigRequest, type LoadedConfig, loadConfig, type ReadConfig } from './config/load-config.js';
export { AssetError, type Diagnostic, type Place, type Severity } from './diagnostics/diagnostic.js';
export { nearest } from './diagnostics/nearest.js';
export { type BuildOptions, type BuildResult, build } from './pipeline/build.js';
export { type CleanOptions, type CleanResult, clean } from './pipeline/clean.js';
export type {
  AssetOutcome,
  AssetStatus,
  BuildCounts,
  BuildEvent,
  BuildStatus,
  PlannedAsset,
} from './pipeline/events.js';
export { type WatchOptions, watch } from './pipeline/watch.js';
export {
  type WhyDependency,
  type WhyOptions,
  type WhyOutput,
  type WhyReport,
  type WhySetting,
  why,
} from './pipeline/why.js';
