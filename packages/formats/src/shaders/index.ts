// `@assetc/formats/shaders`: the headers that shaders use to read compiled assets, as texts. The same files are in the package's folder
// `shaders`.

export { assetcGlsl } from './glsl-header.js';
export { assetcSlang } from './slang-header.js';
export { assetcWgsl } from './wgsl-header.js';
