// Loads compiled assets into three.js.

export { ClipPlayer, type PlayableModel, type PlayerMotion, type PlayerRootMotion } from './animation/clip-player.js';
export { PlayingClip, type PlayOptions } from './animation/playing-clip.js';
export type { AssetcRig } from './animation/rig.js';
export { AssetcEnvironment } from './environment/environment.js';
export { AssetcLight } from './environment/light.js';
export { AssetcLoader } from './loader.js';
export type { AssetcLoaderOptions, LoadOptions, ReloadReport } from './loader-options.js';
export { type AssetcDraw, AssetcModel } from './model/model.js';
export { AssetcModelLoader, type LoadedModel } from './model-loader.js';
export type { AssetcSource, RequestSettings } from './source/asset-files.js';
export { AssetcFont, AssetcText } from './text/font.js';
export { layOutText, type TextLayout, type TextOptions } from './text/lay-out-text.js';
export type { TextStyle } from './text/text-material.js';
export type { RendererLike } from './texture/device-formats.js';
export type { WorkerSource } from './texture/transcoder.js';
