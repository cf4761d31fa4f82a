// Compresses textures of a glTF-Transform document to KTX2, without a command line.

export { compressTextures } from './compress-textures.js';
export type { CompressTexturesOptions, DecodeImage } from './options.js';
