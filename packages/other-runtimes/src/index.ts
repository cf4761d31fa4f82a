// What assetc loads on first use: how models are written for each runtime, files converted, inspected and checked.

export { fileReaders } from './file-readers.js';
export { galileoConverter } from './galileo/runtime/convert.js';
export { emitGalileo } from './galileo/runtime/emit-model.js';
export { hmesh1Converter } from './hmesh1/runtime/convert.js';
export { emitHmesh1 } from './hmesh1/runtime/emit-model.js';
export { encodeVkguideTexture } from './vkguide/encode-texture.js';
export { vkguideConverter } from './vkguide/runtime/convert.js';
export { emitVkguide } from './vkguide/runtime/emit-model.js';
