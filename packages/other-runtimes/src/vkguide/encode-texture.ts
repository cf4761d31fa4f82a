// vkguide textures (`.tx`), written.

import { compressLz4, storeLz4 } from './compress-lz4.js';
import { encodeAssetFile } from './encode-container.js';
import type { JsonObject } from './json-fields.js';
import { PIXEL_BYTES, type VkguideTextureModel } from './model.js';

/**
 * In the paged form every page is compressed, even one that grows: a page whose two sizes are equal means "stored" to
 * one loader and not to another, so it is written as plain literals, which never come out equal.
 */
export function encodeVkguideTexture(model: VkguideTextureModel): Uint8Array {
  const { levels, paged, originalFile, compression = 'LZ4' } = model;
  const [first] = levels;
  if (first === undefined || (!paged && levels.length !== 1)) throw new Error('give one level, or several pages');
  for (const [i, { width, height, pixels }] of levels.entries()) {
    const wanted = width * height * PIXEL_BYTES;
    if (pixels.byteLength !== wanted) throw new Error(`level ${i} has ${pixels.byteLength} bytes, not ${wanted}`);
  }
  const blobs = levels.map(({ pixels }) => {
    if (compression === 'None') return pixels;
    const block = compressLz4(pixels);
    return block.byteLength === pixels.byteLength ? storeLz4(pixels) : block;
  });
  const total = levels.reduce((sum, { pixels }) => sum + pixels.byteLength, 0);
  const size = { width: first.width, height: first.height };
  const pages = levels.map(({ width, height, pixels }, i) => ({
    compressed_size: blobs[i]?.byteLength ?? 0,
    original_size: pixels.byteLength,
    width,
    height,
  }));
  const metadata: JsonObject = {
    format: 'RGBA8',
    ...(paged ? {} : size),
    buffer_size: total,
    original_file: originalFile,
    compression,
    ...(paged ? { pages } : {}),
  };
  return encodeAssetFile({ type: 'TEXI', metadata, blob: joined(blobs) });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}
