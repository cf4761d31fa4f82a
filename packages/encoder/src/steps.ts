// The steps of encodeKtx2, for programs that need them separately: several files from the same levels, cubemaps and arrays, images too
// large for memory, custom threads. They do not check their arguments.

export { srgbToLinear } from '@assetc/kernels';
export type { BlockOptions } from './blocks/block-options.js';
export { decodeStrip } from './blocks/decode-blocks.js';
export { blockBytes, encodeBlocks } from './blocks/encode-blocks.js';
export { encodeStrip } from './blocks/encode-strip.js';
export { blocksFor } from './blocks/texture-blocks.js';
export type { BlockTextureOptions } from './files/block-file.js';
export { encodeBlockTextures } from './files/block-textures.js';
export { encodeRows, type RowMipOptions } from './files/encode-rows.js';
export type { PackLevel } from './files/pack-level.js';
export { encodeRawSurfaces } from './files/raw-texture.js';
export type { Surfaces } from './files/surfaces.js';
export type { Image, RowImage } from './image.js';
export { filterLevelBand, filterTwoLevelsBand } from './mips/filter-level.js';
export { buildMipChain, fitSize, type MipLevel, resizeImage } from './mips/mip-chain.js';
export { onThisThread } from './on-this-thread.js';
export type { Parallel } from './parallel.js';
export { encodeToQuality, type QualityOptions } from './quality/encode-to-quality.js';
export { channelsOf, measure, type Picture, premultiplied } from './quality/measure.js';
export type { QualityChoice, QualityTarget, TriedChoice } from './quality/quality-target.js';
