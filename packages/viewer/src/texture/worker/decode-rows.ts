// Decodes an image in bands of rows, so that a large one appears while it is decoded and can be aborted.

import { decodeTexels, decodeTexelsHalf, FormatError, type Ktx2, levelByteLength, texelBlockOf } from '@assetc/formats';
import { prepareTranscoder, transcode } from '@assetc/formats/transcode';
import { isEtc1s, type TextureFacts } from '../facts.js';
import { type ImageKey, imageIndex, imagesOfLevel, levelSize } from '../images.js';
import type { Texels } from '../texels.js';

/** The blocks of one image. */
export interface ImageBlocks {
  readonly facts: TextureFacts;
  readonly width: number;
  readonly height: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly blockBytes: number;
  readonly bytes: Uint8Array;
}

/** For images that are already decoded. */
const TEXEL = { width: 1, height: 1, depth: 1, bytes: 4 };

/** `levelBytes`: the decompressed level. */
export function blocksOf(ktx: Ktx2, facts: TextureFacts, levelBytes: Uint8Array, image: ImageKey): ImageBlocks {
  const block = isEtc1s(ktx) ? TEXEL : texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  if (facts.format === undefined || block === undefined)
    throw new FormatError('unsupported', 12, `texels of ${facts.formatName} are not decoded`);
  const wanted = levelByteLength(block, ktx, image.level);
  if (levelBytes.byteLength !== wanted) {
    const message = `level ${image.level} takes ${wanted} bytes, not ${levelBytes.byteLength}`;
    throw new FormatError('bad-range', ktx.levels[image.level]?.byteOffset ?? 0, message);
  }
  const imageBytes = wanted / imagesOfLevel(ktx, image.level).length;
  const start = imageIndex(ktx, image) * imageBytes;
  return {
    facts,
    ...levelSize(ktx, image.level),
    blockWidth: block.width,
    blockHeight: block.height,
    blockBytes: block.bytes,
    bytes: levelBytes.subarray(start, start + imageBytes),
  };
}

export const blockColumns = ({ width, blockWidth }: ImageBlocks): number => Math.ceil(width / blockWidth);

/** Rows of texels from `top`, which is a multiple of the block height; fewer at the lower edge. */
export function decodeRows(image: ImageBlocks, top: number, rows: number): Texels {
  const { facts, width, height, blockHeight, blockBytes } = image;
  if (facts.format === undefined) throw new Error('only decoded formats have blocks');
  const shown = Math.min(rows, height - top);
  const stride = blockColumns(image) * blockBytes;
  const first = top / blockHeight;
  const bytes = image.bytes.subarray(first * stride, (first + Math.ceil(shown / blockHeight)) * stride);
  if (facts.isHdr) return { width, height: shown, data: decodeTexelsHalf(facts.format, bytes, width, shown) };
  if (facts.format === 'uastc')
    return { width, height: shown, data: transcode({ bytes, width, height: shown }, { to: 'rgba8' }) };
  return { width, height: shown, data: decodeTexels(facts.format, bytes, width, shown) };
}

/** Await it once before decoding UASTC: a browser's main thread must not compile wasm synchronously. */
export const prepareDecoders = (): Promise<void> => prepareTranscoder();

/** How many rows contain about `texels` texels; a multiple of the block height. */
export const rowsAtOnce = ({ width, blockHeight }: ImageBlocks, texels: number): number =>
  Math.max(blockHeight, Math.floor(texels / width / blockHeight) * blockHeight);
