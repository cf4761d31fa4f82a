// `@assetc/formats/ktx2`: writes KTX2 files, and nothing else. For pages that encode textures and load no other assets.

export { rgba8Format, type Transfer, type UastcChannel, uastcFormat } from './basic-formats.js';
export { type BlockFormat, blockFormat, blockFormatBytes, blockFormatSize } from './block-formats.js';
export { encodeKtx2, layOutKtx2 } from './encode.js';
export { textEntry } from './encode-key-values.js';
export { Supercompression } from './layout.js';
export type { KeyValue } from './model.js';
export { ASTC_FOOTPRINTS, type AstcFootprint } from './vk-format.js';
