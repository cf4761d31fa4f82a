// `@assetc/formats/transcode`: UASTC textures to GPU formats. Less than 20 KB gzipped (tests/formats/transcode-size.test.ts).

export {
  type ChosenTarget,
  chooseTarget,
  type TextureNeeds,
  type WebGl2Capabilities,
  type WebGpuCapabilities,
} from './choose-target.js';
export { prepareTranscoder } from './kernel.js';
export { type TranscodeOptions, type TranscodeTarget, transcode, type UastcLevel } from './transcode.js';
